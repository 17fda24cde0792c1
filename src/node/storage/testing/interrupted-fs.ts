import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** What happens instead of, or before, an operation that changes files. Tests set it and reset it. */
export interface Interruption {
  /** Called with the name of each operation before it is done. What it throws, the operation throws. */
  before: (operation: string, path: unknown, isInPlace?: boolean) => void;
  /** Whether a write that `before` fails has put its first half on the disk. */
  halfWritten: boolean;
}

export const interruption: Interruption = { before: () => undefined, halfWritten: false };

// oxfmt-ignore
const changing = [
  "chmodSync", "cpSync", "fdatasync", "fsyncSync", "ftruncateSync", "linkSync", "mkdirSync", "openSync", "renameSync", "rmSync",
  "writeFileSync", "writeSync",
] as const;

type Act = (...args: unknown[]) => unknown;

const actOf = (owner: object, name: string): Act => Reflect.get(owner, name) as Act;

const half = (content: unknown): unknown =>
  content instanceof Uint8Array
    ? content.subarray(0, content.length >> 1)
    : String(content).slice(0, String(content).length >> 1);

/** Does an operation, or fails it. Of a write that fails, the first half may have been done. */
function act(operation: string, original: Act, self: unknown, args: readonly unknown[]): unknown {
  const isInPlace = operation === "writeSync" && args[4] !== undefined; // within one sector: done or not
  try {
    interruption.before(operation, args[0], isInPlace);
  } catch (error) {
    if (!interruption.halfWritten) throw error;
    if (operation === "writeSync" && !isInPlace) original.call(self, args[0], half(args[1]), 0);
    if (operation === "writeFileSync") original.call(self, args[0], half(args[1]), args[2]);
    if (operation === "writeFile") original.call(self, half(args[0]));
    throw error;
  }
  return original.apply(self, [...args]);
}

/** A file that was opened, whose operations can be interrupted. */
function interruptedFile(file: object): object {
  const own = (name: string): Act => {
    const original = actOf(file, name);
    return async (...given: unknown[]) => act(name, original, file, given);
  };
  return { writeFile: own("writeFile"), sync: own("sync"), close: () => actOf(file, "close").call(file) };
}

/**
 * Lets the operations of `node:fs` that change files, and the `open` of `node:fs/promises`, be interrupted in all
 * modules of this process. The returned function puts back what was there.
 */
export function makeInterruptible(): () => void {
  const open = actOf(promises, "open");
  const interruptedOpen = async (...args: unknown[]): Promise<object> => {
    interruption.before("open", args[0]);
    return interruptedFile(Object(await open(...args)));
  };
  const replaced = changing.map((name) => {
    const original = actOf(fs, name);
    return { owner: fs, name, original, replacement: (...args: unknown[]) => act(name, original, fs, args) };
  });
  const all = [...replaced, { owner: promises, name: "open", original: open, replacement: interruptedOpen }];
  for (const { owner, name, replacement } of all) Reflect.set(owner, name, replacement);
  syncBuiltinESMExports();
  return () => {
    for (const { owner, name, original } of all) Reflect.set(owner, name, original);
    syncBuiltinESMExports();
  };
}
