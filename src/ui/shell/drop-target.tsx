import { useEffect, useState } from "react";
import { usePage } from "../state/page.ts";
import { openFiles } from "./open-file.ts";

/** Opens files that are dropped anywhere on the page, except where a view takes them itself. */
export function DropTarget() {
  const page = usePage();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      setOver(!event.defaultPrevented);
      event.preventDefault();
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (event.defaultPrevented || files.length === 0) return;
      event.preventDefault();
      void openFiles(page, files);
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [page]);
  return over ? <div className="kp-drop-target">Drop to see what the file brings</div> : null;
}
