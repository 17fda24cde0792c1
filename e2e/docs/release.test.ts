import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

let folder = "";
afterEach(() => rmSync(folder, { recursive: true }));

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

/** Makes a repository with the scripts of this one, a version and a changelog. */
function repository(version: string, changelog: string): void {
  folder = mkdtempSync(join(tmpdir(), "kubepad-release-"));
  mkdirSync(join(folder, ".config"));
  for (const script of ["release.mjs", "root.mjs"])
    cpSync(join(import.meta.dirname, "../../.config", script), join(folder, ".config", script));
  const { name, scripts } = manifest;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, scripts }));
  writeFileSync(join(folder, "CHANGELOG.md"), changelog);
  run("git", "init", "--quiet");
  run("git", "config", "user.name", "test");
  run("git", "config", "user.email", "test@example.com");
  commit();
}

function commit(): void {
  run("git", "add", ".");
  run("git", "commit", "--quiet", "--message", "Change");
}

const changelogNow = (): string => readFileSync(join(folder, "CHANGELOG.md"), "utf8");

test("npm version gives what is unreleased the version and a date, in the commit that it tags", () => {
  repository("1.9.0", "# Changelog\n\n## Unreleased\n\n### Added\n- New.\n\n## 1.9.0\n\nOld.\n");
  run("npm", "version", "minor");
  expect(run("git", "tag").trim()).toBe("v1.10.0");
  expect(run("git", "status", "--porcelain")).toBe("");
  expect(changelogNow()).toMatch(
    /^# Changelog\n\n## Unreleased\n\n## 1\.10\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n- New\.\n\n## 1\.9\.0\n\nOld\.\n$/,
  );
  expect(run("node", ".config/release.mjs", "--notes")).toBe("### Added\n- New.\n");
});

test("npm version refuses a release that changes nothing, and leaves the version", () => {
  repository("1.9.0", "# Changelog\n\n## Unreleased\n\n## 1.9.0\n\nOld.\n");
  expect(() => run("npm", "version", "patch")).toThrow("CHANGELOG.md has nothing under Unreleased");
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({ version: "1.9.0" });
  expect(run("git", "tag")).toBe("");
});

test("the changelog has a section for what is unreleased, and one for the version", () => {
  repository(manifest.version, readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8"));
  expect(changelogNow()).toContain("\n## Unreleased\n");
  expect(run("node", ".config/release.mjs", "--notes").length).toBeGreaterThan(100);
});
