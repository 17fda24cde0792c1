import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Locked {
  readonly version: string;
  readonly engines?: { readonly node?: string };
}

const root = join(import.meta.dirname, "../..");
const lockedIn = (file: string): Readonly<Record<string, Locked>> =>
  (JSON.parse(readFileSync(join(root, file), "utf8")) as { packages: Record<string, Locked> }).packages;

/** What is installed for the tests: the runners' own packages before those of the repository. */
const locked = { ...lockedIn("package-lock.json"), ...lockedIn("e2e/package/runners/package-lock.json") };
const nodes = ["20.19.0", "22.12.0", "24.0.0"];

/** The packages of the commands `npm install` of a page, with the versions that they name. */
const installed = (page: string): readonly (readonly [string, string])[] =>
  [...readFileSync(join(root, page), "utf8").matchAll(/`npm install\s+--save-dev\s+([^`]+)`/g)]
    .flatMap(([, words = ""]) => words.split(/\s+/))
    .filter((word) => word !== "kubepad")
    .map((word) => [word.slice(0, word.lastIndexOf("@")), word.slice(word.lastIndexOf("@") + 1)] as const);

const numbers = (version: string): readonly number[] => version.split(".").map(Number);

function isAtLeast(version: string, least: string): boolean {
  const [a, b] = [numbers(version), numbers(least)];
  for (let i = 0; i < 3; i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) > (b[i] ?? 0);
  return true;
}

/** Whether a range of package.json's `engines` holds a version: `^20.1.0 || >=22`. */
const accepts = (range: string, version: string): boolean =>
  range.split("||").some((part) => {
    const [, operator = "", least = ""] = /^\s*(\^|>=)\s*([\d.]+)\s*$/.exec(part) ?? [];
    if (operator === "") throw new Error(`the range ${range} is not understood`);
    return isAtLeast(version, least) && (operator === ">=" || numbers(version)[0] === numbers(least)[0]);
  });

test.each([...new Map(installed("docs/package.md"))])(
  "the documentation's %s@%s is what the tests run, and runs on each supported Node",
  (name, version) => {
    const found = locked[`node_modules/${name}`];
    expect(`${found?.version}.`).toMatch(new RegExp(`^${version.replaceAll(".", "\\.")}\\.`));
    const range = found?.engines?.node ?? ">=0";
    expect(nodes.filter((node) => !accepts(range, node))).toEqual([]);
  },
);
