import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { apiServerUsage } from "../flags/api-server-usage.ts";
import { etcdUsage } from "./etcd.ts";

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

/** What runs each program: a shell's words, but for the arguments. */
export type AssetCommands = Readonly<Record<keyof AssetScripts, string>>;

/**
 * The commands that run scripts of the package with a Node. The server has a larger young generation of the heap, as
 * `npm run serve` has it: requests leave much short-lived garbage. Throws a ConfigurationError if a script is missing.
 */
export function commandsOf(scripts: AssetScripts, node = process.execPath): AssetCommands {
  const commandOf = (script: string, heap = ""): string => {
    if (!existsSync(script))
      throw new ConfigurationError(`${script} is not there: envtest-assets is a command of the built package`);
    return `exec ${quoted(node)}${heap} ${quoted(script)}`;
  };
  return {
    "kube-apiserver": commandOf(scripts["kube-apiserver"], " --max-semi-space-size=64 --min-semi-space-size=64"),
    etcd: commandOf(scripts.etcd),
    kubectl: commandOf(scripts.kubectl),
  };
}

/** The commands that run the program of a single file. Node takes one of the two settings of the heap from outside. */
export const commandsOfProgram = (program: string): AssetCommands => ({
  "kube-apiserver": `NODE_OPTIONS="--max-semi-space-size=64 $NODE_OPTIONS" exec ${quoted(program)} kube-apiserver`,
  etcd: `exec ${quoted(program)} etcd`,
  kubectl: `exec ${quoted(program)} kubectl`,
});

/**
 * What programs say to `--help`, as the commands themselves would. envtest asks both for their flags at each start, so
 * the answer stands in the program, and Node is not started for it.
 */
const helpTexts: Partial<Record<keyof AssetScripts, string>> = {
  "kube-apiserver": apiServerUsage("kubepad-apiserver"),
  etcd: etcdUsage,
};

/** Arguments ahead of those of the caller: what envtest starts as etcd keeps nothing. */
const firstArguments: Partial<Record<keyof AssetScripts, string>> = { "kube-apiserver": " --storage memory" };

const scriptOf = (name: keyof AssetScripts, command: string): string =>
  `#!/bin/sh\n${helpOf(name)}${command}${firstArguments[name] ?? ""} "$@"\n`;

function helpOf(name: keyof AssetScripts): string {
  const text = helpTexts[name];
  if (text === undefined) return "";
  return `if [ "$*" = --help ]; then\n  cat <<'END_OF_HELP'\n${text}\nEND_OF_HELP\n  exit\nfi\n`;
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/**
 * Writes the programs kube-apiserver, etcd and kubectl into a folder, as envtest expects them in `KUBEBUILDER_ASSETS`;
 * returns its path. Programs that are there already and say the same are left.
 */
export function writeEnvtestAssets(folder: string, commands: AssetCommands): string {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true });
  for (const name of ["kube-apiserver", "etcd", "kubectl"] as const) {
    const text = scriptOf(name, commands[name]);
    const file = join(target, name);
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
  return target;
}
