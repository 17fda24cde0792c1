import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { BackendError } from "../apiserver/storage/backend/backend-error.ts";

/** This process, told apart from an earlier one that had the same number. */
const self = (): string => `${process.pid} ${Math.round(performance.timeOrigin)}`;

function isAlive(holder: string): boolean {
  const [pid = ""] = holder.split(" ");
  if (pid === String(process.pid)) return holder === self();
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (err) {
    return err instanceof Error && "code" in err && err.code === "EPERM";
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * Takes the lock or throws Locked; a lock of a process that is gone does not count. The returned function gives it
 * back.
 */
export function takeLock(path: string, takeOver: boolean): () => void {
  const holder = read(path);
  if (!takeOver && holder !== "" && isAlive(holder)) {
    throw new BackendError(
      "Locked",
      `Process ${holder.split(" ")[0]} is using this folder. End it first; if it is no such process, delete ${path}.`,
    );
  }
  rmSync(path, { force: true });
  write(path);
  return () => {
    if (read(path) === self()) rmSync(path, { force: true });
  };
}

function write(path: string): void {
  try {
    writeFileSync(path, self(), { flag: "wx" });
  } catch (cause) {
    throw new BackendError("Locked", `Another process has just begun to use this folder (${path}).`, { cause });
  }
}
