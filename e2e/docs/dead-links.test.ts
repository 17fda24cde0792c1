import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deadLinks } from "../../.config/docs/dead-links.ts";

const root = join(import.meta.dirname, "../..");
const apart = /^(?:node_modules|dist|dist-docs|lib|\.cache|\.git|test-results|playwright-report)$/;
let folder = "";

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "kubepad-links-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of the repository, without what is installed, built or kept. */
const filesIn = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const name = path === "" ? entry.name : `${path}/${entry.name}`;
    if (entry.isFile()) return [name];
    return entry.isDirectory() && !apart.test(entry.name) ? filesIn(name) : [];
  });

test("the documents of the repository and the lessons have no dead links", () => {
  const isRead = (file: string): boolean => /^(?:[^/]+|docs\/.*|src\/lessons\/content\/.*)\.md$/.test(file);
  const files = filesIn("").filter((file) => !file.endsWith(".md") || isRead(file));
  expect(files.filter(isRead).length).toBeGreaterThan(100);
  expect(deadLinks(root, files)).toEqual([]);
});

test("a link to a file or a heading that is not there is told with its line", () => {
  mkdirSync(join(folder, "docs"));
  writeFileSync(
    join(folder, "README.md"),
    "# One\n\n[a](docs/a.md#the-end) [b](docs/b.md) [c](docs/a.md#no) [d](#one)\n\n[e]: https://\n\n`[f](no.md)`\n",
  );
  writeFileSync(
    join(folder, "docs/a.md"),
    "# A\n\n## The `end`\n\n## The end\n\n[up](../README.md) [twice](#the-end-1)\n",
  );
  expect(deadLinks(folder, ["README.md", "docs/a.md"])).toEqual([
    "README.md:3: docs/b.md",
    "README.md:3: docs/a.md#no",
    "README.md:5: https://",
  ]);
});
