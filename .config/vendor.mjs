// Refreshes the project's copies of recorded exchanges and component records: npm run vendor -- FOLDER
// FOLDER holds conformance/recorded/*.jsonl and oracle/*/*.jsonl.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./root.mjs";

const [source] = process.argv.slice(2);
if (!source) throw new Error("say where the records are: npm run vendor -- FOLDER");
const from = resolve(process.env.INIT_CWD ?? ".", source);

copyRecords(join(from, "conformance/recorded"), join(root, "e2e/conformance/recorded"));
copyRecords(join(from, "oracle"), join(root, "e2e/oracle/records"));

function copyRecords(folder, target) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".jsonl"));
  if (files.length === 0) throw new Error(`there are no records in ${folder}`);
  rmSync(target, { recursive: true, force: true });
  for (const file of files) {
    const copy = join(target, dirname(file), `${basename(file)}.gz`);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  }
  console.log(`${relative(root, target)}: ${files.length} files`);
}
