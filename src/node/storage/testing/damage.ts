import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../../apimachinery/message-of.ts";
import {
  judgeDamage,
  recordLog,
  type Chance,
  type RecordedLog,
  type Verdict,
} from "../../../apiserver/storage/backend/testing/recorded-log.ts";
import { openFileBackend } from "../file-backend.ts";
import { repairFolder } from "../file-repair.ts";

/** A folder with the expected state at each of its revisions. */
export interface RecordedFolder extends RecordedLog {
  readonly directory: string;
}

/** Writes to a folder over several openings, with checkpoints in between, so that it contains files of all kinds. */
export async function recordFolder(chance: Chance): Promise<RecordedFolder> {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-damage-"));
  return { directory, ...(await recordLog(() => openFileBackend({ directory }), chance)) };
}

type Damage = (chance: Chance, path: string, other: string) => void;

const rewrite =
  (change: (chance: Chance, content: Buffer) => Buffer): Damage =>
  (chance, path) =>
    writeFileSync(path, change(chance, readFileSync(path)));

function otherName(chance: Chance, path: string): string {
  const number = /(?<!\d)\d+$/.exec(path)?.[0];
  if (number === undefined) return `${path}-old`;
  return path.slice(0, -number.length) + String(Number(number) + 1 + chance.below(200)).padStart(number.length, "0");
}

/** The kinds of damage by name. */
const damages: Readonly<Record<string, Damage>> = {
  "a bit is flipped": rewrite((chance, content) => {
    const at = chance.below(content.length);
    content.writeUInt8(content.readUInt8(at) ^ (1 << chance.below(8)), at);
    return content;
  }),
  "a block is zero": rewrite((chance, content) => {
    const at = chance.below(content.length);
    return content.fill(0, at, Math.min(content.length, at + 1 + chance.below(512)));
  }),
  "a file is zero": rewrite((_, content) => content.fill(0)),
  "a file is cut short": rewrite((chance, content) => content.subarray(0, chance.below(content.length))),
  "a part of a file is missing": rewrite((chance, content) => {
    const at = chance.below(content.length);
    return Buffer.concat([content.subarray(0, at), content.subarray(at + 1 + chance.below(512))]);
  }),
  "the end of a file is repeated": rewrite((chance, content) =>
    Buffer.concat([content, content.subarray(chance.below(content.length))]),
  ),
  "a file is missing": (_, path) => rmSync(path),
  "a file has another name": (chance, path) => renameSync(path, otherName(chance, path)),
  "a file is copied": (chance, path) => cpSync(path, otherName(chance, path)),
  "a file has the content of another": (_, path, other) => writeFileSync(path, readFileSync(other)),
};

function pick<T>(chance: Chance, all: readonly T[]): T {
  const one = all[chance.below(all.length)];
  if (one === undefined) throw new Error("there is nothing to choose from");
  return one;
}

/** Damages one of the files in one way. Returns what was done. */
export function damageOneFile(chance: Chance, directory: string): string {
  const files = readdirSync(directory, { withFileTypes: true }).filter((each) => each.isFile());
  const names = files.map(({ name }) => name);
  const [name, other] = [pick(chance, names), pick(chance, names)];
  const kind = pick(chance, Object.keys(damages));
  damages[kind]?.(chance, join(directory, name), join(directory, other));
  return `${name}: ${kind}`;
}

/** Damages a copy of a folder and opens it. Throws if data is missing without a report. */
export async function damageAndOpen(folder: RecordedFolder, chance: Chance): Promise<Verdict> {
  const directory = mkdtempSync(join(tmpdir(), "kubepad-damage-"));
  cpSync(folder.directory, directory, { recursive: true });
  const what = damageOneFile(chance, directory);
  try {
    return await judgeDamage(folder, {
      name: directory,
      open: (report) => openFileBackend({ directory, unsafeNoFsync: true, report }),
      repair: () => repairFolder(directory, new Date(0)),
    });
  } catch (cause) {
    throw new Error(`${what}: ${messageOf(cause)}`, { cause });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
