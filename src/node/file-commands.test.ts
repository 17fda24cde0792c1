import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseFileCommand, runFileCommand, type FileOutcome } from "./file-commands.ts";
import { openApiServer } from "./open-api-server.ts";
import { oldExport, oldFile } from "../share/testing/old-files.ts";
import { UsageError } from "./usage-error.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-file-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

const configMaps = "/api/v1/namespaces/default/configmaps";

/** Sends a request to a server on a storage folder. */
async function ask(storage: string, method: string, target: string, body?: object): Promise<string> {
  const server = await openApiServer({ storage: { folder: storage }, tokenAuthFile: undefined });
  const answer = await server.handle({
    method,
    target,
    headers: new Headers({ "Content-Type": "application/json" }),
    body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  await server.close();
  return `${answer.status} ${String(answer.body)}`;
}

const options = { whole: false, history: false, replace: false };
const run = (command: "export" | "import", storage: string, file: string, more = {}): Promise<FileOutcome> =>
  runFileCommand({ command, folder: path(storage), file: path(file), ...options, ...more });

describe("the command line", () => {
  test("names a folder and a file", () => {
    expect(parseFileCommand(["export", "--storage", folder, "a.kubepad", "--whole"])).toEqual({
      command: "export",
      folder,
      file: "a.kubepad",
      ...options,
      whole: true,
    });
    const imported = { command: "import", folder: "new", file: "-", ...options };
    expect(parseFileCommand(["import", "-", "--storage=new"])).toEqual(imported);
    expect(parseFileCommand(["import", "-", "--storage=new", "--replace"])).toEqual({ ...imported, replace: true });
    expect(parseFileCommand(["serve"])).toBeUndefined();
    expect(parseFileCommand([])).toBeUndefined();
  });

  test.each([
    ["import", "a.kubepad"],
    ["import", "--storage", "memory", "a.kubepad"],
    ["import", "--storage", "data"],
    ["import", "--storage", "data", "a", "b"],
    ["import", "--force", "--storage", "data", "a"],
    ["import", "--whole", "--storage", "data", "a"],
    ["import", "--history", "--storage", "data", "a"],
    ["export", "--replace", "--storage", ".", "a"],
    ["export", "--storage", "no such folder", "a"],
  ])("refuses %s %s", (...args) => {
    expect(() => parseFileCommand(args)).toThrow(UsageError);
  });
});

describe("a file", () => {
  const settings = { metadata: { name: "a" }, data: { mode: "dark" } };

  test.each(["a.kubepad", "a.yaml"])("%s carries the objects of one folder to another", async (file) => {
    await ask(path(`from ${file}`), "POST", configMaps, settings);
    expect(await run("export", `from ${file}`, file)).toEqual({
      lines: [expect.stringMatching(/^objects exported from .*: 1$/)],
      failed: false,
    });
    const { lines, failed } = await run("import", `to ${file}`, file);
    expect(lines).toEqual(["ConfigMap default/a created"]);
    expect(failed).toBe(false);
    expect(await ask(path(`to ${file}`), "GET", `${configMaps}/a`)).toContain('"mode":"dark"');
  });

  test("leaves objects with other content, or replaces them", async () => {
    await ask(path("first"), "POST", configMaps, settings);
    await ask(path("second"), "POST", configMaps, { ...settings, data: { mode: "light" } });
    await run("export", "first", "b.kubepad");
    expect((await run("import", "second", "b.kubepad")).lines).toContain("ConfigMap default/a left");
    expect(await ask(path("second"), "GET", `${configMaps}/a`)).toContain('"mode":"light"');
    const { lines } = await run("import", "second", "b.kubepad", { replace: true });
    expect(lines).toContain("ConfigMap default/a replaced");
    expect(await ask(path("second"), "GET", `${configMaps}/a`)).toContain('"mode":"dark"');
  });

  test("with history gives a new folder the same revisions, and adds objects to one in use", async () => {
    await ask(path("lived"), "POST", configMaps, settings);
    const changed = await ask(path("lived"), "PUT", `${configMaps}/a`, { ...settings, data: { mode: "light" } });
    const [, revision = ""] = /"resourceVersion":"(\d+)"/.exec(changed) ?? [];
    await run("export", "lived", "d.kubepad", { history: true });
    const { lines, failed } = await run("import", "relived", "d.kubepad");
    expect([lines, failed]).toEqual([["objects imported with their history: 1"], false]);
    const before = `${configMaps}?resourceVersionMatch=Exact&resourceVersion=${Number(revision) - 1}`;
    expect(await ask(path("relived"), "GET", before)).toContain('"mode":"dark"');
    expect(await ask(path("relived"), "GET", `${configMaps}/a`)).toContain(`"resourceVersion":"${revision}"`);
    await ask(path("used"), "POST", configMaps, { metadata: { name: "b" } });
    expect((await run("import", "used", "d.kubepad")).lines).toEqual(["ConfigMap default/a created"]);
  });

  test.each([
    ["objects", oldFile, "ConfigMap default/a created"],
    ["a whole store", oldExport, "everything replaced; objects imported: 1"],
  ])("of an older version with %s is read", async (what, bytes, line) => {
    writeFileSync(path(`${what}.kubepad`), bytes);
    expect((await run("import", `old ${what}`, `${what}.kubepad`)).lines).toContain(line);
    expect(await ask(path(`old ${what}`), "GET", `${configMaps}/a`)).toMatch(/^200 /);
  });

  test("of a whole store replaces everything, with uids", async () => {
    const before = await ask(path("whole"), "POST", configMaps, settings);
    const uid = /"uid":"([^"]+)"/.exec(before)?.[1] ?? "";
    await run("export", "whole", "c.kubepad", { whole: true });
    await ask(path("copy"), "POST", configMaps, { metadata: { name: "gone" } });
    expect((await run("import", "copy", "c.kubepad")).lines).toEqual([
      expect.stringMatching(/^everything replaced; objects imported: \d+$/),
    ]);
    expect(await ask(path("copy"), "GET", `${configMaps}/a`)).toContain(uid);
    expect(await ask(path("copy"), "GET", `${configMaps}/gone`)).toMatch(/^404 /);
  });

  test("with an object that is rejected tells the server's message", async () => {
    writeFileSync(path("bad.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: UPPER}\n");
    const { lines, failed } = await run("import", "bad", "bad.yaml");
    expect(lines).toEqual([expect.stringContaining('ConfigMap UPPER failed: ConfigMap "UPPER" is invalid')]);
    expect(failed).toBe(true);
  });

  test("of another kind is refused and changes nothing", async () => {
    await ask(path("kept"), "POST", configMaps, settings);
    writeFileSync(path("other"), "nothing");
    await expect(run("import", "kept", "other")).rejects.toThrow("The file is not a Kubernetes object");
    expect(await ask(path("kept"), "GET", `${configMaps}/a`)).toMatch(/^200 /);
  });
});
