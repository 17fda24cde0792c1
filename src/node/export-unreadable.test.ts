import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { runFileCommand } from "./file-commands.ts";
import { openFileBackend } from "./storage/file-backend.ts";

it("an export goes on past objects that cannot be read, names them, and leaves them where they are", async () => {
  const root = mkdtempSync(join(tmpdir(), "kubepad-unreadable-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  const folder = join(root, "data");
  const keys = [
    "/registry/configmaps/default/bad",
    "/registry/configmaps/default/worse",
    "/registry/secrets/default/bad",
  ];
  const source = join(root, "source.yaml");
  const text = (name: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: default}\n---\n`;
  writeFileSync(source, text("a") + text("z"));
  await runFileCommand({ command: "import", folder, file: source, whole: false, history: false, replace: false });
  const backend = await openFileBackend({ directory: folder, report: () => undefined });
  const { revision } = await backend.load();
  const writes = keys.map((key, i) => ({ key, revision: revision + 1 + i, text: '"metadata":{"name":' }));
  await backend.append({ revision: revision + keys.length, writes });
  await backend.close();

  const file = join(root, "world.yaml");
  const command = { command: "export", folder, file, whole: false, history: false, replace: false } as const;
  const lost = keys.map((key) => `${key} cannot be read and was not exported`);
  for (let turn = 0; turn < 2; turn++)
    expect(await runFileCommand(command)).toEqual({
      lines: [...lost, `objects exported from ${folder}: 2`],
      failed: true,
    });
  expect(readFileSync(file, "utf8").match(/name: \w+/g)).toEqual(["name: a", "name: z"]);
});
