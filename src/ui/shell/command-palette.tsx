import { useEffect, useRef, useState } from "react";
import { usePage } from "../state/page.ts";
import { palette } from "./palette-store.ts";
import { paletteDialog } from "./place-views.tsx";

/**
 * The command palette (Ctrl+K or Cmd+K): finds actions, kinds and objects by name. Its dialog is loaded when it is
 * first opened, or before that while the browser is idle.
 */
export function CommandPalette() {
  const open = palette.use((state) => state.open);
  const setOpen = palette.use((state) => state.setOpen);
  const before = palette.use((state) => state.before);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  /** Whether the focus goes to the main content on close: after a command, and if nothing else had it before. */
  const leadsToMain = useRef(false);
  useEffect(() => {
    if (open) leadsToMain.current = before === undefined || before === document.body;
    else if (leadsToMain.current) focusMain();
  }, [open, before]);
  const close = () => {
    leadsToMain.current = true;
    setOpen(false);
  };
  useTypingAhead();
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
  if (!wasOpened) return null;
  return <paletteDialog.View onDone={close} finalFocus={() => (leadsToMain.current ? false : before)} />;
}

/** Moves the focus to the main content, unless the view there has taken it already. */
function focusMain(): void {
  const main = document.getElementById("main");
  if (main?.contains(document.activeElement) === false) main.focus();
}

/** Keeps what is typed after the palette has been opened and before its field has the focus. */
function useTypingAhead(): void {
  const store = palette.of(usePage());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { open, search, setSearch } = store.getState();
      if (!open || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement && event.target.closest(".kp-palette") !== null) return;
      event.preventDefault();
      setSearch(search + event.key);
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, [store]);
}
