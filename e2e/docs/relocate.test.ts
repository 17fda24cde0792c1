import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { siteProblems } from "../../.config/docs/check-site.ts";
import { builtBase, relocate } from "../../.config/docs/relocate.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-site-"));
  mkdirSync(join(folder, "deep"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
const read = (file: string): string => readFileSync(join(folder, file), "utf8");

test("pages name files by relative paths, and scripts ask for the path of the site", () => {
  write(
    "deep/a.html",
    `<head><script src="${builtBase}a.js"></script></head><body><a href="${builtBase}b.html">b</a></body>`,
  );
  write(
    "a.js",
    `export const all = ["${builtBase}x".length, \`\${1}${builtBase}\`, JSON.parse('{"base":"${builtBase}"}')];`,
  );
  relocate(folder);
  expect(read("deep/a.html")).toContain('<script src="../a.js">');
  expect(read("deep/a.html")).toContain('<a href="../b.html">');
  expect(read("a.js")).toBe(
    'export const all = [(""+globalThis.kubepadDocsBase+"x").length, `${1}${globalThis.kubepadDocsBase}`, ' +
      'JSON.parse(("{\\"base\\":\\""+globalThis.kubepadDocsBase+"\\"}"))];',
  );
});

test("links and parts that are not there, and what is loaded from elsewhere, are problems of a site", () => {
  write("index.html", '<a href="deep/a.html#part">1</a><a href="deep/a.html#no">2</a><a href="b.html">3</a>');
  write(
    "deep/a.html",
    '<h1 id="part">A</h1><a href="/x">4</a><a href="https://">5</a><img src="https://x.example/i.png">',
  );
  expect(siteProblems(folder)).toEqual({
    problems: [
      "deep/a.html: /x depends on the path of the site",
      "deep/a.html: https:// is no address",
      "deep/a.html: loads https://x.example/i.png",
      "index.html: deep/a.html#no has no such part",
      "index.html: b.html leads nowhere",
    ],
    pages: 2,
    links: 5,
  });
});
