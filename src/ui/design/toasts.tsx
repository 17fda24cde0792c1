import { Toast } from "@base-ui/react/toast";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

export type ToastManager = ReturnType<typeof Toast.createToastManager>;

/** Creates the manager that messages are added to; `Toasts` renders them. */
export const createToasts = (): ToastManager => Toast.createToastManager();

/** Shows messages in a corner for a limited time, each with at most one action. */
export function Toasts({ manager, children }: { readonly manager: ToastManager; readonly children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} timeout={8000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="kp-toasts">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Messages() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="kp-toast">
      <Toast.Content className="row grow">
        <Toast.Description className="grow" />
        {toast.actionProps === undefined ? null : <Toast.Action className="kp-button" data-size="small" />}
        <Toast.Close render={<IconButton icon="close" size="small" label="Dismiss" />} />
      </Toast.Content>
    </Toast.Root>
  ));
}
