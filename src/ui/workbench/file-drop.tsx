import { useState, type DragEvent, type ReactNode } from "react";
import "./file-drop.css";

interface FileDropProps {
  /** What happens with the files, shown while some are held above. */
  readonly words: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped onto its children. */
export function FileDrop({ words, onFiles, children }: FileDropProps) {
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <div
      className="column fill kp-drop"
      data-words={words}
      data-over={over ? "" : undefined}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
