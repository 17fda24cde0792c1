import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { installPackages } from "../install-packages.ts";

const root = join(import.meta.dirname, "../..");

/** The outcome of a program. */
export interface Outcome {
  readonly status: number;
  /** Standard output and standard error. */
  readonly output: string;
}

/** A project outside of the repository that uses the packed package. */
export interface ScratchProject {
  readonly folder: string;
  /** The path of the tarball. */
  readonly tarball: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
  write(file: string, text: string): void;
  /** Copies a file or folder of the repository to the same path. */
  copy(path: string): void;
  /** Runs a program of an installed package, or Node itself, in the project. */
  run(program: string, args: readonly string[], variables?: NodeJS.ProcessEnv): Promise<Outcome>;
  /** Returns a CommonJS project that uses the same package with Jest, ts-jest and Mocha, or why there is none. */
  withRunners(): Promise<ScratchProject | string>;
  remove(): void;
}

/** Packages that the project uses besides Kubepad, which are those of the repository. */
const linked = ["typescript", "vite", "vitest", "@types/node", "@playwright/test", "@kubernetes/client-node"];
/** Those of a project with other runners, which are in a folder of their own. */
const linkedRunners = ["jest", "mocha", "ts-jest", "typescript", "@types/jest", "@types/node"];

// oxfmt-ignore
const programs: Readonly<Record<string, readonly string[]>> = {
  node: [],
  jest: ["node_modules/jest/bin/jest.js"],
  kubepad: ["node_modules/.bin/kubepad"],
  mocha: ["node_modules/mocha/bin/mocha.js"],
  playwright: ["node_modules/@playwright/test/cli.js", "test"],
  tsc: ["node_modules/typescript/bin/tsc"],
  vite: ["node_modules/vite/bin/vite.js"],
  vitest: ["node_modules/vitest/vitest.mjs", "run"],
};

/** Packs the built package and installs it, without a network, into a new project. */
export async function createScratchProject(): Promise<ScratchProject> {
  const folder = mkdtempSync(join(tmpdir(), "kubepad-package-"));
  const { output } = await execute("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root);
  const [packed] = JSON.parse(output) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error(`npm packed nothing: ${output}`);
  const tarball = join(folder, packed.filename);
  const project = { name: "scratch", private: true, type: "module", dependencies: { kubepad: `file:${tarball}` } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(project));
  const installed = await execute("npm", ["install", "--offline", "--no-audit", "--no-fund", "--omit=peer"], folder);
  if (installed.status !== 0) throw new Error(`npm cannot install the package: ${installed.output}`);
  for (const name of linked) link(join(root, "node_modules", name), join(folder, "node_modules", name));
  return projectIn({ folder, tarball, files: packed.files.map(({ path }) => path) });
}

type Place = Pick<ScratchProject, "folder" | "tarball" | "files">;

function projectIn(place: Place): ScratchProject {
  const { folder } = place;
  return {
    ...place,
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    copy: (path) => cpSync(join(root, path), join(folder, path), { recursive: true }),
    run: (program, args, variables) =>
      execute(process.execPath, [...(programs[program] ?? []), ...args], folder, variables),
    withRunners: () => projectWithRunners(place),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function projectWithRunners(place: Place): Promise<ScratchProject | string> {
  const runners = join(root, ".cache/runners");
  mkdirSync(runners, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    cpSync(join(root, "e2e/package/runners", file), join(runners, file));
  const missing = await installPackages(runners);
  if (missing !== undefined) return missing;
  const folder = mkdtempSync(join(tmpdir(), "kubepad-runners-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "scratch-runners", private: true }));
  link(join(place.folder, "node_modules/kubepad"), join(folder, "node_modules/kubepad"));
  for (const name of linkedRunners) link(join(runners, "node_modules", name), join(folder, "node_modules", name));
  return projectIn({ ...place, folder });
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** The variables that tell a nested test runner that it is nested. */
const ownVariables = /^(VITEST|NODE_ENV$|NODE_OPTIONS$|npm_|FORCE_COLOR|TEST$)/;

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownVariables.test(name))),
  NO_COLOR: "1",
});

/** A program that does not end by itself is ended, and fails. */
const timeout = 240_000;

function execute(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...environment(), ...variables }, maxBuffer: 1 << 26, timeout };
    const child = execFile(command, args, options, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? 1, output: command === "npm" && stdout !== "" ? stdout : stdout + stderr }),
    );
  });
}

/** Returns the examples of a page of documentation by their file names. */
export function examplesOf(page: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, page), "utf8");
  return new Map(
    [...text.matchAll(/^```\w+ title="(.+)"\n([^]*?)^```$/gm)].map(([, name = "", code = ""]) => [name, code]),
  );
}
