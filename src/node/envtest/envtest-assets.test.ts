import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scriptsIn, writeEnvtestAssets } from "./envtest-assets.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-it's-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("are the three programs, which run the scripts of the package", () => {
  const scripts = scriptsIn(folder);
  expect(() => writeEnvtestAssets(join(folder, "assets"), scripts)).toThrow("is not there");
  for (const script of Object.values(scripts))
    writeFileSync(script, "console.log(JSON.stringify(process.argv.slice(2)));");
  const target = writeEnvtestAssets(join(folder, "assets"), scripts);
  expect(readdirSync(target).sort()).toEqual(["etcd", "kube-apiserver", "kubectl"]);
  const { mtimeMs } = statSync(join(target, "etcd"));
  expect(writeEnvtestAssets(target, scripts)).toBe(target);
  expect(statSync(join(target, "etcd")).mtimeMs).toBe(mtimeMs);
  for (const name of readdirSync(target)) {
    const ahead = name === "kube-apiserver" ? ["--storage", "memory"] : [];
    const said: unknown = JSON.parse(execFileSync(join(target, name), ["--a=b c", "$HOME"], { encoding: "utf8" }));
    expect(said).toEqual([...ahead, "--a=b c", "$HOME"]);
  }
});
