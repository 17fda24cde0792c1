import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { apiServerUsage } from "../flags/api-server-usage.ts";
import { etcdUsage } from "./etcd.ts";
import { commandsOf, commandsOfProgram, scriptsIn, writeEnvtestAssets } from "./envtest-assets.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-it's-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("are the three programs, which run the scripts of the package", () => {
  const scripts = scriptsIn(folder);
  expect(() => commandsOf(scripts)).toThrow("is not there");
  for (const script of Object.values(scripts))
    writeFileSync(script, "console.log(JSON.stringify(process.argv.slice(2)));");
  const commands = commandsOf(scripts);
  const target = writeEnvtestAssets(join(folder, "assets"), commands);
  expect(readdirSync(target).sort()).toEqual(["etcd", "kube-apiserver", "kubectl"]);
  const { mtimeMs } = statSync(join(target, "etcd"));
  expect(writeEnvtestAssets(target, commands)).toBe(target);
  expect(statSync(join(target, "etcd")).mtimeMs).toBe(mtimeMs);
  for (const name of readdirSync(target)) {
    const ahead = name === "kube-apiserver" ? ["--storage", "memory"] : [];
    const said: unknown = JSON.parse(execFileSync(join(target, name), ["--a=b c", "$HOME"], { encoding: "utf8" }));
    expect(said).toEqual([...ahead, "--a=b c", "$HOME"]);
  }
});

test("say what flags there are without a Node, as envtest asks for at each start", () => {
  const program = join(folder, "no-program");
  const target = writeEnvtestAssets(join(folder, "of nothing"), commandsOfProgram(program));
  const help = (name: string): string => execFileSync(join(target, name), ["--help"], { encoding: "utf8" });
  expect(help("kube-apiserver")).toBe(`${apiServerUsage("kubepad-apiserver")}\n`);
  expect(help("etcd")).toBe(`${etcdUsage}\n`);
  expect(() => help("kubectl")).toThrow("no-program");
});

test("run the program of a single file by the name of what they are", () => {
  const program = join(folder, "kubepad");
  writeFileSync(program, '#!/bin/sh\necho "$NODE_OPTIONS"\necho "$@"\n', { mode: 0o755 });
  const target = writeEnvtestAssets(join(folder, "of a program"), commandsOfProgram(program));
  const said = (name: string): string =>
    execFileSync(join(target, name), ["-v", "2"], { encoding: "utf8", env: { NODE_OPTIONS: "--no-warnings" } });
  expect(said("kube-apiserver")).toBe("--max-semi-space-size=64 --no-warnings\nkube-apiserver --storage memory -v 2\n");
  expect(said("etcd")).toBe("--no-warnings\netcd -v 2\n");
  expect(said("kubectl")).toBe("--no-warnings\nkubectl -v 2\n");
});
