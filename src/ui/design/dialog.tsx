import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** A modal dialog. Escape and a click outside close it. */
export function Modal({
  open,
  onClose,
  title,
  wide = false,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="kp-backdrop" />
        <Dialog.Popup className="kp-dialog" data-wide={wide ? "" : undefined}>
          <Dialog.Title className="kp-dialog-title">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A confirmation dialog for a destructive action. Only the button labelled with the action performs it. */
export function Confirm({
  open,
  onClose,
  title,
  action,
  onConfirm,
  children,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The label of the button, which names the action. */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Modal open={open} onClose={onClose} title={title}>
      <div className="stack">{children}</div>
      <div className="kp-dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}
