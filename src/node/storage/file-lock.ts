import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { messageOf } from "../../apimachinery/message-of.ts";
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
 * releases the lock. Of processes that find the same lock of an ended one, only one acquires it: the lock appears with
 * its content by a link, and what is removed is compared with what was read.
 */
export function takeLock(path: string, takeOver: boolean): () => void {
  const holder = read(path);
  if (!takeOver && holder !== "" && isAlive(holder)) {
    throw new BackendError(
      "Locked",
      `Process ${holder.split(" ")[0]} is using this folder. End it first; if it is no such process, delete ${path}.`,
    );
  }
  const name = randomUUID();
  const own = `${identify(String(process.pid))} ${name}`;
  const draft = `${path}-${name}`;
  try {
    writeFileSync(draft, own, { flag: "wx", mode: fileMode });
    remove(path, takeOver ? undefined : holder, `${draft}-removed`);
    place(draft, path);
  } catch (cause) {
    if (cause instanceof BackendError) throw cause;
    const message = messageOf(cause);
    throw new BackendError("Aborted", `This folder cannot be written to: ${message}`, { cause });
  } finally {
    discard(draft);
  }
  return () => {
    if (read(path) === own) rmSync(path, { force: true });
  };
}

/** Removes a lock, if there is one. Throws Locked if it is not the one that was read, and leaves that in its place. */
function remove(path: string, holder: string | undefined, aside: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  try {
    if (holder !== undefined && read(aside) !== holder) place(aside, path);
    else return;
  } finally {
    discard(aside);
  }
  throw newJustTaken(path);
}

/** Gives a file its name, unless there is one of that name: then it throws Locked. */
function place(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (cause) {
    if (hasCode(cause, "EEXIST")) throw newJustTaken(path, cause);
    writeFileSync(path, read(draft), { flag: "wx", mode: fileMode }); // the file system knows no links
  }
}

/** Removes a file that nobody needs. Whether that succeeds matters to nobody either. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

const newJustTaken = (path: string, cause?: unknown): BackendError =>
  new BackendError("Locked", `Another process has just begun to use this folder (${path}).`, { cause });
