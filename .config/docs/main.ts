// npm run docs: see .config/docs.mjs, which makes what this needs and calls it with the options of the command line.
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "vitepress";
import { siteProblems } from "./check-site.ts";
import { relocate } from "./relocate.ts";
import { prepareFolder, writeSources } from "./sources.ts";

const root = process.cwd();
const { values } = parseArgs({
  options: { out: { type: "string", default: "dist-docs" }, page: { type: "string" } },
});
const folder = join(root, ".cache/docs");
const output = resolve(root, values.out);
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_SHA: commit } = process.env;
const repository = name === undefined ? undefined : `${server}/${name}/blob/${commit}/`;

prepareFolder(root, folder);
writeFileSync(join(folder, ".vitepress/facts.json"), JSON.stringify(writeSources(root, folder, repository)));
// VitePress reads them when it loads its configuration
Object.assign(process.env, { KUBEPAD_DOCS: folder, KUBEPAD_DOCS_PAGE: values.page ?? "kubepad/" });
await build(folder, { outDir: output });
relocate(output);
if (values.page === undefined)
  cpSync(join(root, "dist"), join(output, "kubepad"), { recursive: true, filter: (file) => !file.endsWith("/docs") });
const { problems, pages, links } = siteProblems(output);
if (!existsSync(join(output, values.page ?? "kubepad/", "embed.js"))) problems.push("there is no embed.js");
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${pages} pages, ${links} links, ${problems.length} problems in ${output}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
