import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NotedPaths } from "./noted-paths.ts";

it("tells of each change of a file or folder since it was noted, also once it was replaced or taken away", async () => {
  const top = mkdtempSync(join(tmpdir(), "kubepad-noted-"));
  const [file, folder] = [join(top, "a.yaml"), join(top, "d")];
  const noted = new NotedPaths();
  const replace = (text: string) => (): void => {
    writeFileSync(join(top, ".a.yaml.next"), text);
    renameSync(join(top, ".a.yaml.next"), file);
  };
  const changes: readonly (readonly [change: () => void, path: string])[] = [
    [() => writeFileSync(file, "1"), file],
    [() => writeFileSync(file, "12"), file],
    [replace("3"), file],
    [replace("4"), file],
    [() => rmSync(file), file],
    [replace("5"), file],
    [() => mkdirSync(folder), folder],
    [() => writeFileSync(join(folder, "b.yaml"), ""), folder],
    [() => renameSync(join(folder, "b.yaml"), join(folder, "c.yaml")), folder],
    [() => rmSync(folder, { recursive: true }), folder],
    [() => mkdirSync(folder), folder],
  ];
  for (const [change, path] of changes) {
    for (const each of [file, folder]) noted.note(each);
    change();
    expect(await noted.change(5)).toBe(path);
  }
  for (const each of [file, folder]) noted.note(each);
  writeFileSync(join(folder, ".swap"), "");
  writeFileSync(file, "last");
  expect(await noted.change(5)).toBe(file);
  rmSync(top, { recursive: true });
});
