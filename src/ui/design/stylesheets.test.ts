import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The selectors of a stylesheet, each with its file. */
function selectorsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  return [...text.matchAll(/(?<=^|[{};])([^{};]+)\{/g)]
    .map(([, prelude = ""]) => prelude.trim())
    .filter((prelude) => !prelude.startsWith("@"))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/));
}

const classesIn = (selector: string): readonly string[] => [
  ...new Set([...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name)),
];

const folder = "src/ui";
const stylesheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => `${folder}/${file}`);

// A stylesheet stays when its view is left: what it says of a class applies to every other view that uses the class.
test("what a class looks like by itself is said in one stylesheet", () => {
  const files = new Map<string, Set<string>>();
  for (const file of stylesheets)
    for (const selector of selectorsOf(file)) {
      const [name, another] = classesIn(selector);
      if (name === undefined || another !== undefined) continue;
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  expect(files.size).toBeGreaterThan(300);
  expect([...files].filter(([, { size }]) => size > 1).map(([name, places]) => [name, ...places])).toEqual([]);
});
