// Compares kubepad validate with kubeconform, where Go and its module proxy are: what both say of manifests, and the
// time that they take: npm run kubeconform -- [--version v0.7.0] [--copies N]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import { isObject } from "../../src/apimachinery/json/value.ts";
import { createTestServer } from "../../src/envtest/test-server.ts";
import { childrenMs } from "../bench/children-time.ts";
import { buildPackage, run, runValidate } from "../validate/packaged-validate.ts";
import { deployment, facts } from "./facts.ts";
import { schemasOf } from "./schemas.ts";

const { values } = parseArgs({
  options: { version: { type: "string", default: "v0.7.0" }, copies: { type: "string", default: "1000" } },
});
/** How many processes of kubeconform are measured; those for more files take as long, each. */
const mostProcesses = 100;
const root = process.cwd();
const cache = join(root, ".cache/kubeconform");
const program = join(cache, values.version, "kubeconform");
const schemas = join(cache, "schemas");

buildPackage();
if (!existsSync(program)) buildProgram();
await writeSchemas();
let different = 0;
for (const { title, manifest, theirs, at } of facts) {
  const file = join(cache, "fact.yaml");
  writeFileSync(file, manifest);
  const told = run(program, theirArgs(file));
  const own = runValidate(file);
  const isAsStated = (told.status === 0) === (theirs === "accepted") && (own.status === 0) === (at === "");
  if (!isAsStated) different++;
  console.log(`${isAsStated ? "=" : "≠"} ${title}: ${firstLine(told.stdout) || "accepted"}; ${firstLine(own.stdout)}`);
}
console.log(`${facts.length} manifests, ${different} with another verdict than stated`);
measure();
process.exitCode = different === 0 ? 0 : 1;

/** Measures kubeconform, a process for each file and one for all, beside one run of kubepad validate over all. */
function measure(): void {
  const folder = join(cache, "many");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = Array.from({ length: Number(values.copies) }, (_, i) => {
    const file = join(folder, `${i}.yaml`);
    writeFileSync(file, deployment.replace("  name: web", `  name: web-${i}`));
    return file;
  });
  const measured = files.slice(0, mostProcesses);
  const times = [
    () => measured.forEach((file) => void run(program, theirArgs(file))),
    () => void run(program, theirArgs(folder)),
    () => void runValidate(folder),
  ].map((each) => {
    const started = childrenMs();
    each();
    return childrenMs() - started;
  });
  const [each = 0, all, own] = times;
  console.log(
    `${files.length} files: ${((each / measured.length) * files.length).toFixed(0)} ms in a process of kubeconform for each,`,
  );
  console.log(`    ${all} ms in one for all, ${own} ms in one of kubepad validate`);
}

function theirArgs(path: string): readonly string[] {
  return ["-strict", "-schema-location", join(schemas, "{{.ResourceKind}}{{.KindSuffix}}.json"), path];
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** Writes the schemas of all kinds, from what the server itself publishes. */
async function writeSchemas(): Promise<void> {
  mkdirSync(schemas, { recursive: true });
  const server = await createTestServer();
  try {
    const answer = await server.fetch("http://127.0.0.1/openapi/v2");
    const openApi = decodeJson(await answer.text());
    if (!isObject(openApi)) throw new Error("the document of OpenAPI is not an object");
    for (const [name, schema] of schemasOf(openApi)) writeFileSync(join(schemas, name), JSON.stringify(schema));
  } finally {
    await server.close();
  }
}

function buildProgram(): void {
  const folder = join(cache, values.version);
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GOBIN: folder, GOFLAGS: "-mod=mod" };
  const module = `github.com/yannh/kubeconform/cmd/kubeconform@${values.version}`;
  execFileSync("go", ["install", module], { cwd: folder, env, stdio: "inherit" });
}
