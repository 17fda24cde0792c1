// npm run generate [-- --check]: writes the generated source files, or lists those that are out of date.
//
// builtin-types.json.gz describes every built-in API type of Kubernetes v1.34 (k8s.io/api, apimachinery,
// apiextensions-apiserver and kube-aggregator v0.34), by reflection over the Go types and from their OpenAPI
// definitions: fields in Go's order with JSON names, tags, protobuf numbers, list and map types, defaults and enums.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { root } from "../root.mjs";
import { descriptions } from "./descriptions.mjs";
import { packedTypes } from "./pack-types.mjs";
import { typeDeclarations } from "./type-declarations.mjs";
import { typeFields } from "./type-fields.mjs";

/** Folders that contain only generated files. */
const folders = [
  "src/apiserver/schema/builtin/generated",
  "src/apiserver/endpoints/openapi/generated",
  "src/kubectl/typed/generated",
];

/** Returns all generated files: texts by path within the project. */
export function generatedFiles() {
  const facts = JSON.parse(gunzipSync(readFileSync(new URL("builtin-types.json.gz", import.meta.url))).toString());
  const client = join(root, "node_modules/@kubernetes/client-node/dist/gen");
  return new Map([...packedTypes(facts), ...typeDeclarations(facts), ...typeFields(facts), ...descriptions(client)]);
}

/** Returns generated files that are missing or out of date, or that are no longer generated. */
export function outdatedFiles(files = generatedFiles()) {
  const differing = [...files].filter(([path, text]) => readIfThere(path) !== text).map(([path]) => path);
  const present = folders.flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [],
  );
  return [...differing, ...present.filter((path) => !files.has(path))];
}

const readIfThere = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined);

function writeFiles(files) {
  for (const folder of folders) rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function main() {
  const files = generatedFiles();
  const outdated = outdatedFiles(files);
  if (process.argv.includes("--check")) {
    for (const path of outdated) console.log(`${path} is out of date: npm run generate`);
    process.exitCode = outdated.length === 0 ? 0 : 1;
    return;
  }
  writeFiles(files);
  console.log(`${files.size} files, ${outdated.length} changed`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
