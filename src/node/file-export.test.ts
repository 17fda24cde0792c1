import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { runFileCommand } from "./file-commands.ts";
import { interruption, makeInterruptible } from "./storage/testing/interrupted-fs.ts";

let restoreFiles = (): void => undefined;
beforeAll(() => void (restoreFiles = makeInterruptible()));
afterAll(() => restoreFiles());

let root = "";
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "kubepad-export-"))));
afterEach(() => rmSync(root, { recursive: true }));

/** Fails the operation of this number among those on files with this name, after half of it was done. */
function interruptAt(at: number, name: string): () => boolean {
  let count = 0;
  interruption.halfWritten = true;
  interruption.before = (_operation, path) => {
    if (typeof path !== "string" || !path.includes(name)) return;
    if (count++ === at) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  };
  return () => count > at;
}

it("an export that is interrupted leaves the file of the export before it", { timeout: 60_000 }, async () => {
  const folder = join(root, "data");
  const file = join(root, "world.yaml");
  const command = { command: "export", folder, file, whole: false, history: false, replace: false } as const;
  const source = join(root, "source.yaml");
  writeFileSync(source, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: default}\ndata: {a: b}\n");
  await runFileCommand({ ...command, command: "import", file: source });
  await runFileCommand(command);
  const before = readFileSync(file, "utf8");
  let at = 0;
  for (; ; at++) {
    const wasReached = interruptAt(at, "world.yaml");
    const failed = await runFileCommand(command).then(
      () => false,
      () => true,
    );
    const isOver = !wasReached();
    interruption.before = () => undefined;
    interruption.halfWritten = false;
    expect(failed, `operation ${at}`).toBe(!isOver);
    expect(readFileSync(file, "utf8"), `operation ${at}`).toBe(before);
    if (isOver) break;
  }
  expect(at).toBeGreaterThan(0);
  expect(readdirSync(root).sort()).toEqual(["data", "source.yaml", "world.yaml"]);
});
