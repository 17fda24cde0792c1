import { useState, type DragEvent, type ReactNode } from "react";
import "./file-drop.css";

interface FileDropProps {
  /** What happens with the files, shown while some are held above. */
  readonly words: string;
  /** Called with what is being read, which is rejected with a sentence if a folder has no manifests. */
  readonly onFiles: (files: Promise<readonly File[]>) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped onto its children; of folders, the manifests below. */
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
    // only while the event is handled can entries be asked for
    const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(entries.every(({ isFile }) => isFile) ? Promise.resolve(files) : readFolders(entries));
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

async function readFolders(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const { manifestsOfEntries } = await import("./dropped-folders.ts");
  return manifestsOfEntries(entries);
}
