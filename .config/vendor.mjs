// Refreshes the project's copies of recorded exchanges and component records: npm run vendor -- FOLDER
// FOLDER holds conformance/recorded/*.jsonl, oracle/*/*.jsonl and expectations/*.jsonl, of which those are copied that
// the project meets.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./root.mjs";

const [source] = process.argv.slice(2);
if (!source) throw new Error("say where the records are: npm run vendor -- FOLDER");
const from = resolve(process.env.INIT_CWD ?? ".", source);

copyRecords(join(from, "conformance/recorded"), join(root, "e2e/conformance/recorded"));
copyRecords(join(from, "oracle"), join(root, "e2e/oracle/records"));
const expectations = join(root, "e2e/expectations/recorded");
const met = readdirSync(expectations).map((file) => file.replace(/\.gz$/, ""));
copyRecords(join(from, "expectations"), expectations, (file) => met.includes(file));

function copyRecords(folder, target, wanted = () => true) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".jsonl") && wanted(file));
  if (files.length === 0) throw new Error(`there are no records in ${folder}`);
  rmSync(target, { recursive: true, force: true });
  for (const file of files) {
    const copy = join(target, dirname(file), `${basename(file)}.gz`);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, gzipSync(readFileSync(join(folder, file)), { level: 9 }));
  }
  console.log(`${relative(root, target)}: ${files.length} files`);
}
