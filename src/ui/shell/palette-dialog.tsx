import { Dialog } from "@base-ui/react/dialog";
import { PaletteBody } from "./palette-body.tsx";
import { palette } from "./palette-store.ts";

interface PaletteDialogProps {
  /** Called when a command has been chosen. */
  readonly onDone: () => void;
  /** Returns the element that gets the focus on close, or false for none. */
  readonly finalFocus: () => HTMLElement | false | undefined;
}

/** The command palette over the page. */
export function PaletteDialog({ onDone, finalFocus }: PaletteDialogProps) {
  const open = palette.use((state) => state.open);
  const setOpen = palette.use((state) => state.setOpen);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="kp-backdrop" />
        <Dialog.Popup className="kp-palette" aria-label="Search everything" finalFocus={finalFocus}>
          <PaletteBody onDone={onDone} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
