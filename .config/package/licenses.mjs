import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const modulePath = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Returns the licenses of the packages to which bundled modules belong, as their copies must carry them. */
export function licenseTexts(modules) {
  const folders = new Set(modules.flatMap((id) => modulePath.exec(id)?.[1] ?? []));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)/i.test(entry));
    return `${name} ${version} (${license})\n\n${file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()}`;
  });
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return `The files of this package contain code of these packages:${rule}${texts.toSorted().join(rule)}\n`;
}
