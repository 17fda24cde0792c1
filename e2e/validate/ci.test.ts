import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const repositories = resolve("e2e/validate/repositories");
/** The program of this tree, bundled. */
const program = execFileSync(process.execPath, [".config/bundle-cli.mjs", "src/node/kubepad.ts"], {
  encoding: "utf8",
}).trim();
let folder = "";
let programs = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-ci-"));
  programs = mkdtempSync(join(tmpdir(), "kubepad-programs-"));
  const run = `exec ${process.execPath} ${program} "$@"\n`;
  write("npx", `#!/bin/sh\n[ "$1" = --yes ] && shift\necho "$1" > ${programs}/asked\nshift\n${run}`);
  write("kubepad", `#!/bin/sh\n${run}`);
});
afterEach(() => {
  for (const each of [folder, programs]) rmSync(each, { recursive: true });
});

function write(name: string, script: string): void {
  writeFileSync(join(programs, name), script);
  chmodSync(join(programs, name), 0o755);
}

/** Runs a script of a workflow in the folder, with `npx` and `kubepad` that are those of this tree. */
function runScript(script: string, env: Readonly<Record<string, string>> = {}) {
  const path = `${programs}:${process.env["PATH"] ?? ""}`;
  const options = { cwd: folder, env: { ...process.env, ...env, PATH: path }, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync("bash", ["-e", "-c", script], options);
  return { status, stdout };
}

const bad = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Bad}\n";

test("the action of GitHub annotates the lines of a pull request", () => {
  const action = parse(readFileSync("ci/github/action.yml", "utf8"));
  expect(Object.keys(action)).toEqual(["name", "description", "inputs", "runs"]);
  expect(action.runs.using).toBe("composite");
  const [step] = action.runs.steps;
  expect(action.runs.steps).toHaveLength(1);
  const inputs = Object.values<string>(step.env).map((value) => /^\$\{\{ inputs\.(\w+) \}\}$/.exec(value)?.[1] ?? "");
  expect(inputs.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  writeFileSync(join(folder, "a.yaml"), bad);
  writeFileSync(join(folder, "b.yaml"), bad.replace("Bad", "good"));
  const env = { PATHS: "a.yaml b.yaml", OPTIONS: "--namespace shop", VERSION: "1.2.3" };
  const { status, stdout } = runScript(step.run, env);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^::error file=a\.yaml,line=3,endLine=3,col=18,/);
  expect(readFileSync(join(programs, "asked"), "utf8")).toBe("kubepad@1.2.3\n");
  expect(runScript(step.run, { ...env, PATHS: "b.yaml", OPTIONS: "" }).status).toBe(0);
}, 120_000);

test("the template of GitLab writes a report of JUnit, whatever comes of it", () => {
  const text = readFileSync("ci/gitlab/validate.yml", "utf8");
  const [head, body] = parseAllDocuments(text).map((document) => document.toJS());
  const used = new Set([...text.matchAll(/\$\[\[ inputs\.(\w+) \]\]/g)].map(([, name]) => name));
  expect(used).toEqual(new Set(Object.keys(head.spec.inputs)));
  const job = body["kubepad-validate"];
  expect(job.artifacts).toEqual({ when: "always", reports: { junit: "kubepad.xml" } });
  writeFileSync(join(folder, "a.yaml"), bad);
  const given: Readonly<Record<string, string>> = { stage: "test", paths: "a.yaml", options: "", version: "latest" };
  const script = job.script
    .join("\n")
    .replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_: string, name: string) => given[name] ?? "");
  expect(runScript(script).status).toBe(1);
  expect(readFileSync(join(folder, "kubepad.xml"), "utf8")).toContain('<testsuite name="a.yaml"');
}, 120_000);

test("the hook of pre-commit takes the files that change", () => {
  const [hook, ...others] = parse(readFileSync(".pre-commit-hooks.yaml", "utf8"));
  expect(others).toEqual([]);
  expect(hook).toMatchObject({ id: "kubepad-validate", language: "node", additional_dependencies: ["kubepad"] });
  writeFileSync(join(folder, "a.yaml"), bad);
  writeFileSync(join(folder, "b.yaml"), bad.replace("Bad", "good"));
  expect(runScript(`${hook.entry} b.yaml`).status).toBe(0);
  expect(runScript(`${hook.entry} b.yaml a.yaml`).stdout).toContain("a.yaml:3:18: error: ConfigMap Bad");
}, 120_000);

describe("a repository of", () => {
  test("Argo CD passes with its applications, and a mistake in one is found", () => {
    cpSync(join(repositories, "argo-cd"), folder, { recursive: true });
    const command = "kubepad validate --policy crds apps web";
    expect(runScript(command)).toEqual({ status: 0, stdout: "4 objects: 4 accepted, 0 refused\n" });
    const app = join(folder, "apps/web.yaml");
    writeFileSync(app, readFileSync(app, "utf8").replace("project: default", "projekt: default"));
    expect(runScript(command).stdout).toContain(
      'apps/web.yaml:5:12: error: Application argocd/web: unknown field "spec.projekt"',
    );
  }, 120_000);

  test("Flux passes with what its overlays are built to, and a mistake in a base is found", () => {
    cpSync(join(repositories, "flux"), folder, { recursive: true });
    const command = "kubepad validate --policy crds apps clusters";
    expect(runScript(command)).toEqual({ status: 0, stdout: "4 objects: 4 accepted, 0 refused\n" });
    const web = join(folder, "apps/base/web.yaml");
    writeFileSync(web, readFileSync(web, "utf8").replace(/matchLabels: \{ ?app: web ?\}/, "matchLabels: {app: wep}"));
    expect(runScript(command).stdout).toMatch(/^apps\/base\/web\.yaml:\d+:\d+: error: Deployment shop\/web: /);
  }, 120_000);
});
