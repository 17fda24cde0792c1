import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { BackendError } from "../../apiserver/storage/backend/backend-error.ts";
import { fileMode } from "./file-log.ts";

/**
 * Returns the start time of a process as reported by the system, since process ids are reused, also across reboots.
 * Returns "" if there is no such process or the time is unknown.
 */
function startOf(pid: string): string {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", pid], { encoding: "utf8" }).trim().replaceAll(/\s+/g, "-");
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    return `${ticks}@${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
  } catch {
    return "";
  }
}

/** Returns an identifier that distinguishes a process from others with the same process id. */
const identify = (pid: string): string => `${pid} ${startOf(pid)}`;

const self = (): string => identify(String(process.pid));

function isAlive(holder: string): boolean {
  const [pid = "", start = ""] = holder.split(" ");
  if (!/^[1-9]\d*$/.test(pid) || !exists(Number(pid))) return false;
  const present = startOf(pid);
  const isComparable = present !== "" && !/^\d*$/.test(start); // the first layout recorded a different time
  return isComparable ? present === start : pid !== String(process.pid);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
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
 * Acquires the lock or throws Locked. A lock of a process that no longer exists is ignored. The returned function
 * releases the lock.
 */
export function takeLock(path: string, takeOver: boolean): () => void {
  const holder = read(path);
  if (!takeOver && holder !== "" && isAlive(holder)) {
    throw new BackendError(
      "Locked",
      `Process ${holder.split(" ")[0]} is using this folder. End it first; if it is no such process, delete ${path}.`,
    );
  }
  const own = self();
  write(path, own);
  return () => {
    if (read(path) === own) rmSync(path, { force: true });
  };
}

function write(path: string, holder: string): void {
  try {
    rmSync(path, { force: true });
    writeFileSync(path, holder, { flag: "wx", mode: fileMode });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST")
      throw new BackendError("Locked", `Another process has just begun to use this folder (${path}).`, { cause });
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new BackendError("Aborted", `This folder cannot be written to: ${message}`, { cause });
  }
}
