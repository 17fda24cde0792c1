import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { singleProgram } from "../../.config/package/entries.mjs";
import { freePort } from "../../src/node/testing/free-port.ts";
import { runServer } from "./run-server.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "kubepad-single-"));
const link = (name: string): string => join(folder, name);
const run = promisify(execFile);
/** Builds copy and read a program of a hundred megabytes. */
const patient = { timeout: 300_000 };

beforeAll(async () => {
  await run(process.execPath, [".config/package/single-program.mjs"], { cwd: root });
  for (const name of ["kubepad", "kube-apiserver"]) symlinkSync(join(root, singleProgram.target), link(name));
}, patient.timeout);

afterAll(() => rmSync(folder, { recursive: true }));

test("is Kubepad's commands, and has the licenses of what is in it beside it", patient, async () => {
  const usage = await run(link("kubepad"), ["--help"]);
  expect(usage.stdout).toMatch(/^Usage: kubepad \[serve\]/);
  const version = await run(link("kubepad"), ["kube-apiserver", "--version"]);
  expect(version.stdout).toMatch(/^Kubernetes v1\.34\.\d/);
  expect(await run(link("kube-apiserver"), ["--version"])).toEqual(version);
  await expect(run(link("kube-apiserver"), ["serve"])).rejects.toMatchObject({
    code: 1,
    stderr: 'Error: "kube-apiserver" does not take any arguments, got ["serve"]\n',
  });
  expect(readFileSync(join(root, singleProgram.target, "../THIRD-PARTY-LICENSES.txt"), "utf8")).toMatch(/re2js /);
});

test("serves as kube-apiserver and is its kubectl", patient, async () => {
  const port = await freePort();
  const kubeconfig = link("kubeconfig");
  const server = await runServer(
    link("kube-apiserver"),
    [`--secure-port=${port}`, `--cert-dir=${link("certs")}`, `--write-kubeconfig=${kubeconfig}`],
    folder,
  );
  const kubectl = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(link("kubepad"), ["kubectl", "--kubeconfig", kubeconfig, ...args]);
    return stdout;
  };
  expect(await kubectl("create", "configmap", "a", "--from-literal=k=v")).toBe("configmap/a created\n");
  expect(await kubectl("get", "configmap", "a", "-o", "jsonpath={.data.k}")).toBe("v");
  expect(await server.stop()).toBe(0);
});

test("writes the programs of envtest, which run it", patient, async () => {
  const { stdout } = await run(link("kubepad"), ["envtest-assets", link("assets")]);
  expect(stdout).toBe(`${link("assets")}\n`);
  const version = await run(join(link("assets"), "kube-apiserver"), ["--version"]);
  expect(version.stdout).toMatch(/^Kubernetes v1\.34\.\d/);
  const usage = await run(join(link("assets"), "etcd"), ["--help"]);
  expect(usage.stdout).toContain("etcd for envtest");
});
