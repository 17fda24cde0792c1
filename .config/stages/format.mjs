import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { executePackage } from "../execute.mjs";
import { root } from "../root.mjs";

const widest = 120;
const folders = ["src", "e2e", ".config"];

/**
 * Runs the formatter and checks the width of comments, which the formatter leaves unchanged; reports one passed check,
 * or the number of failures.
 */
export async function format() {
  const { status, output } = await executePackage("oxfmt", ["--list-different", "."]);
  const changed = output.split("\n").filter((line) => /^\S+\.\w+$/.test(line));
  const wide = folders.flatMap(sourceFiles).flatMap(wideComments);
  const failed = Math.max(changed.length, status === 0 ? 0 : 1) + wide.length;
  return {
    passed: failed === 0 ? 1 : 0,
    failed,
    output: [output, ...wide].join("\n"),
    note: failed === 0 ? "" : "npm run format",
  };
}

const sourceFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /(?<!\.d)\.(ts|tsx|mts|mjs|css)$/.test(file) && !/generated\//.test(file))
    .map((file) => join(folder, file));

const wideComments = (file) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => line.length > widest && /^\s*(\/\/|\/?\*)/.test(line))
    .map(({ line, place }) => `${place}: a comment of ${line.length} columns; the widest has ${widest}`);
