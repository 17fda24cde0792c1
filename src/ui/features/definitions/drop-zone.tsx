import { useState, type DragEvent, type ReactNode } from "react";
import { usePage } from "../../state/page.ts";
import { openText } from "./bench-actions.ts";

/** Opens files dropped onto its children. */
export function DropZone({ children }: { readonly children: ReactNode }) {
  const page = usePage();
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    void openText(page, file);
  };
  return (
    <div
      className="column fill kp-drop"
      data-over={over ? "" : undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
