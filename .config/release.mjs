// What `npm version` runs, so that CHANGELOG.md follows the version: CONTRIBUTING.md has the whole recipe.
//   node .config/release.mjs --check   before: refuses a release that changes nothing
//   node .config/release.mjs           after: what is unreleased becomes the section of the version in package.json
//   node .config/release.mjs --notes   prints the section of that version
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./root.mjs";

const { values } = parseArgs({ options: { check: { type: "boolean" }, notes: { type: "boolean" } } });
const file = join(root, "CHANGELOG.md");
const changelog = readFileSync(file, "utf8");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

if (values.notes) console.log(sectionOf(version));
else if (sectionOf("Unreleased") === "") throw new Error("CHANGELOG.md has nothing under Unreleased");
else if (!values.check) {
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(file, changelog.replace("## Unreleased\n", `## Unreleased\n\n## ${version} (${today})\n`));
}

/** Returns what stands below the heading of a version, without space around it. */
function sectionOf(name) {
  const section = changelog.split(/^## /m).find((text) => text.split(/\s/, 1)[0] === name);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${name}`);
  return section.slice(section.indexOf("\n")).trim();
}
