import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readBuilds } from "./recorded-builds.mjs";
import { root } from "./root.mjs";

const modulePath = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * Returns the licenses of the packages to which bundled modules belong, as their copies must carry them. `what` says
 * what was bundled: "package".
 */
export function licenseTexts(modules, what) {
  const folders = new Set(modules.flatMap((id) => modulePath.exec(id)?.[1] ?? []));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^(licen[sc]e|copying)/i.test(entry));
    return `${name} ${version} (${license})\n\n${file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()}`;
  });
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return `The files of this ${what} contain code of these packages:${rule}${texts.toSorted().join(rule)}\n`;
}

/** The file with the licenses beside the built page. */
export const licensesFile = "licenses.txt";

/**
 * Returns a Vite plugin that writes the license of the project, and those of all packages of which the built page and
 * its workers have code, into `licenses.txt`.
 */
export function licenses() {
  let folder;
  return {
    name: "kubepad-licenses",
    apply: "build",
    configResolved: ({ root: base, build }) => void (folder = resolve(base, build.outDir)),
    writeBundle: {
      order: "post",
      sequential: true,
      handler() {
        const modules = Object.values(readBuilds())
          .flat()
          .flatMap((chunk) => Object.keys(chunk.modules));
        const own = ["NOTICE", "LICENSE"].map((file) => readFileSync(join(root, file), "utf8"));
        writeFileSync(join(folder, licensesFile), [...own, licenseTexts(modules, "site")].join("\n"));
      },
    },
  };
}
