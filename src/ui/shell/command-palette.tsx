import { Dialog } from "@base-ui/react/dialog";
import { useEffect } from "react";
import { palette } from "./palette-store.ts";
import { paletteBody } from "./place-views.tsx";

/** Ctrl or Cmd with K: every action, kind and object by its name. */
export function CommandPalette() {
  const open = palette.use((state) => state.open);
  const setOpen = palette.use((state) => state.setOpen);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [setOpen]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="kp-backdrop" />
        <Dialog.Popup className="kp-palette" aria-label="Search everything">
          <paletteBody.View onDone={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
