import { Toast } from "@base-ui/react/toast";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

export type ToastManager = ReturnType<typeof Toast.createToastManager>;

/** Makes what messages are handed to; `Toasts` shows them. */
export const createToasts = (): ToastManager => Toast.createToastManager();

/** Shows short messages at the corner for a while, with one action at most. */
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
