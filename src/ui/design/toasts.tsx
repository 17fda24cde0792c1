import { Toast } from "@base-ui/react/toast";
import { useEffect, useRef, type ReactNode } from "react";
import type { Clock } from "../../apimachinery/clock.ts";
import { IconButton } from "./button.tsx";
import { followView, type Origin } from "./message-origins.ts";

export type ToastManager = ReturnType<typeof Toast.createToastManager>;

/**
 * Creates the manager that messages are added to; `Toasts` renders them, those too that were added before it was there:
 * on a slow machine the server is ready before the page is drawn.
 */
export function createToasts(): ToastManager {
  const manager = Toast.createToastManager();
  const early = new Map<string, Parameters<ToastManager["add"]>[0]>();
  let isShown = false;
  return {
    ...manager,
    add(options) {
      const id = manager.add(options);
      if (!isShown) early.set(id, options);
      return id;
    },
    close(id) {
      if (id === undefined) early.clear();
      else early.delete(id);
      manager.close(id);
    },
    " subscribe"(listener) {
      const leave = manager[" subscribe"](listener);
      isShown = true;
      for (const [id, options] of early) manager.add({ ...options, id });
      early.clear();
      return leave;
    },
  };
}

interface ToastsProps {
  readonly manager: ToastManager;
  /** The view that is shown. Messages end with the view that they came from. */
  readonly view: string;
  readonly clock: Clock;
  readonly children: ReactNode;
}

/**
 * Shows messages in a corner for a limited time, each with at most one action. F6 goes to them, and Escape dismisses
 * them.
 */
export function Toasts({ manager, view, clock, children }: ToastsProps) {
  return (
    <Toast.Provider toastManager={manager} timeout={8000}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          className="kp-toasts"
          onKeyDown={({ key, target, currentTarget }) => {
            if (key === "Escape" && target === currentTarget) manager.close();
          }}
        >
          <Messages view={view} clock={clock} />
          <Room />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Messages({ view, clock }: Pick<ToastsProps, "view" | "clock">) {
  const { toasts, close } = Toast.useToastManager();
  const known = useRef<ReadonlyMap<string, Origin>>(new Map());
  useEffect(() => {
    const { origins, ended } = followView(toasts, known.current, view, clock.now());
    known.current = origins;
    for (const id of ended) close(id);
  }, [toasts, view, clock, close]);
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="kp-toast" aria-label="Message">
      <Toast.Content className="row grow">
        <Toast.Description className="grow" />
        {toast.actionProps === undefined ? null : <Toast.Action className="kp-button" data-size="small" />}
        <Toast.Close render={<IconButton icon="close" size="small" label="Dismiss" />} />
      </Toast.Content>
    </Toast.Root>
  ));
}

/** Tells the page how much room the messages take: on a phone, what they would cover moves up. */
function Room() {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const messages = place.current?.parentElement;
    if (messages === null || messages === undefined) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--messages", `${messages.offsetHeight}px`));
    observer.observe(messages);
    return () => {
      observer.disconnect();
      style.removeProperty("--messages");
    };
  }, []);
  return <i ref={place} hidden />;
}
