import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { ConfigurationError } from "../../component-base/configuration-error.ts";

/** The programs that envtest starts, by the scripts of the package that they run. */
export interface AssetScripts {
  readonly "kube-apiserver": string;
  readonly etcd: string;
  readonly kubectl: string;
}

/** The scripts of the package in the folder of its programs. */
export const scriptsIn = (folder: string): AssetScripts => ({
  "kube-apiserver": join(folder, "kubepad-apiserver.js"),
  etcd: join(folder, "kubepad-etcd.js"),
  kubectl: join(folder, "kubepad-kubectl.js"),
});

/** The folder where nothing else is said: beside those that setup-envtest downloads. */
export const defaultAssetsFolder = (): string =>
  join(
    process.env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"),
    "kubebuilder-envtest",
    "k8s",
    "kubepad-1.34",
  );

// larger young generations of the heap, as `npm run serve` has them: requests leave much short-lived garbage
const heap: Partial<Record<keyof AssetScripts, string>> = {
  "kube-apiserver": " --max-semi-space-size=64 --min-semi-space-size=64",
};

/** Arguments ahead of those of the caller: what envtest starts as etcd keeps nothing. */
const firstArguments: Partial<Record<keyof AssetScripts, string>> = { "kube-apiserver": " --storage memory" };

/** A program that runs a script with this Node. */
const programOf = (name: keyof AssetScripts, script: string, node: string): string =>
  `#!/bin/sh\nexec ${quoted(node)}${heap[name] ?? ""} ${quoted(script)}${firstArguments[name] ?? ""} "$@"\n`;

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/**
 * Writes the programs kube-apiserver, etcd and kubectl into a folder, as envtest expects them in `KUBEBUILDER_ASSETS`;
 * returns its path. Programs that are there already and say the same are left. Throws a ConfigurationError if a script
 * is missing.
 */
export function writeEnvtestAssets(folder: string, scripts: AssetScripts, node = process.execPath): string {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true });
  for (const name of ["kube-apiserver", "etcd", "kubectl"] as const) {
    const script = scripts[name];
    if (!existsSync(script))
      throw new ConfigurationError(`${script} is not there: envtest-assets is a command of the built package`);
    const [file, text] = [join(target, name), programOf(name, script, node)];
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
  return target;
}
