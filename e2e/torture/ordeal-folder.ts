import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Failure, OrdealMedium } from "./ordeal.ts";
import { openFileBackend } from "../../src/node/storage/file-backend.ts";
import { repairFolder } from "../../src/node/storage/file-repair.ts";
import { damageOneFile } from "../../src/node/storage/testing/damage.ts";
import { interruption, makeInterruptible } from "../../src/node/storage/testing/interrupted-fs.ts";

const codes: Readonly<Record<Failure, string>> = {
  full: "ENOSPC",
  "no descriptors": "EMFILE",
  "input/output": "EIO",
  killed: "EIO",
};

/** Which operations fail like this: a full disk still removes files, and what is open needs no descriptor. */
const mayFail: Readonly<Record<Failure, (operation: string) => boolean>> = {
  full: (operation) => !["rmSync", "ftruncateSync", "chmodSync"].includes(operation),
  "no descriptors": (operation) => operation.startsWith("open"),
  "input/output": () => true,
  killed: () => true,
};

/** In memory where there is such a folder: to wait for a disk would take most of the time. */
const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Runs an ordeal in a folder. The operations of `node:fs` can fail as long as it runs. */
export async function inFolder<T>(synced: boolean, run: (medium: OrdealMedium) => Promise<T>): Promise<T> {
  const restore = makeInterruptible();
  const directory = mkdtempSync(join(parent, "kubepad-ordeal-"));
  let repairs = 0;
  try {
    return await run({
      open: (report) => openFileBackend({ directory, unsafeNoFsync: !synced, takeOver: true, report }),
      async repair() {
        rmSync(join(directory, "lock"), { force: true }); // of this process, which lives on
        return repairFolder(directory, new Date(repairs++));
      },
      damage: async (chance) => void damageOneFile(chance, directory),
      fails(decide) {
        interruption.halfWritten = true;
        interruption.before = (operation, _path, isInPlace) => {
          const failure = decide();
          if (failure === undefined || !mayFail[failure](operation)) return;
          if (isInPlace && failure !== "killed") return; // a place that was written before
          throw Object.assign(new Error(`${codes[failure]}: ${operation}`), { code: codes[failure] });
        };
      },
    });
  } finally {
    interruption.before = () => undefined;
    interruption.halfWritten = false;
    restore();
    rmSync(directory, { recursive: true, force: true });
  }
}
