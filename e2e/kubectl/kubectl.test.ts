import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type ChildProgram } from "../child-program.ts";
import { unpackKubectl } from "./unpack-kubectl.ts";

const home = mkdtempSync(join(tmpdir(), "kubepad-kubectl-"));
const kubectlPath = unpackKubectl();
let server: ChildProgram;

beforeAll(async () => {
  server = await startServer(["--port", "0", "--storage", "memory"]);
}, 240_000);

afterAll(async () => {
  const status = await server.stop();
  rmSync(home, { recursive: true, force: true });
  if (status !== 0) throw new Error(`the server ended with ${status}`);
});

interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(args: readonly string[], stdin = "") {
  const child = spawn(kubectlPath, ["--server", server.url, ...args], {
    env: { HOME: home, KUBECONFIG: join(home, "none"), PATH: process.env["PATH"] },
  });
  child.stdin.end(stdin);
  return child;
}

/** Runs kubectl to its end. */
function run(args: readonly string[], stdin = ""): Promise<Finished> {
  return new Promise((resolve) => {
    const child = start(args, stdin);
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (part: Uint8Array) => (stdout += part.toString()));
    child.stderr.on("data", (part: Uint8Array) => (stderr += part.toString()));
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Runs kubectl, which must succeed, and gives what it printed. */
async function kubectl(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(args);
  expect(`${status} ${stderr}`, `kubectl ${args.join(" ")}`).toBe("0 ");
  return stdout;
}

const json = async (...args: string[]): Promise<unknown> => JSON.parse(await kubectl(...args, "-o", "json"));

const manifest = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  labels: {app: web}
data:
  color: red
  size: "3"
---
apiVersion: v1
kind: Secret
metadata:
  name: password
stringData:
  word: hello
`;

const namespaceManifest = (name: string): string => `apiVersion: v1
kind: Namespace
metadata:
  name: ${name}
`;

async function create(namespace: string): Promise<void> {
  const { status, stdout } = await run(
    ["create", "-n", namespace, "-f", "-", "--validate=false"],
    `${namespaceManifest(namespace)}---\n${manifest}`,
  );
  expect([status, stdout]).toEqual([
    0,
    `namespace/${namespace} created\nconfigmap/settings created\nsecret/password created\n`,
  ]);
}

describe("kubectl 1.34 against kubepad serve", { timeout: 240_000 }, () => {
  test("api-resources lists what a default server serves", async () => {
    const lines = (await kubectl("api-resources")).split("\n").map((line) => line.replace(/\s+/g, " ").trim());
    expect(lines).toContain("configmaps cm v1 true ConfigMap");
    expect(lines).toContain("deployments deploy apps/v1 true Deployment");
    expect(lines).toContain("namespaces ns v1 false Namespace");
  });

  test("auth can-i tells what somebody else may do, although no tokens are known", async () => {
    expect(await kubectl("auth", "can-i", "list", "secrets")).toBe("yes\n");
    expect(await run(["auth", "can-i", "list", "secrets", "--as", "alice"])).toMatchObject({
      status: 1,
      stdout: "no\n",
    });
    expect((await run(["get", "secrets", "--as", "alice"])).stderr).toContain('User "alice" cannot list resource');
  });

  test("create and get, as a table, as JSON and as YAML", async () => {
    await create("get");
    expect(await kubectl("get", "configmaps", "-n", "get")).toMatch(/^NAME +.*\n(.*\n)*settings /);
    expect(await json("get", "configmap", "settings", "-n", "get")).toMatchObject({
      kind: "ConfigMap",
      metadata: { name: "settings", labels: { app: "web" } },
      data: { color: "red", size: "3" },
    });
    expect(await kubectl("get", "secret", "password", "-n", "get", "-o", "yaml")).toContain(
      "data:\n  word: aGVsbG8=\n",
    );
    expect(await kubectl("get", "cm", "-n", "get", "-l", "app=web", "-o", "name")).toBe("configmap/settings\n");
  });

  test("what is not there is named", async () => {
    const { status, stderr } = await run(["get", "configmap", "nothing", "-n", "default"]);
    expect([status, stderr]).toEqual([1, 'Error from server (NotFound): configmaps "nothing" not found\n']);
  });

  test("label, annotate, patch --type=merge and patch --type=json", async () => {
    await create("change");
    const object = ["configmap", "settings", "-n", "change"];
    expect(await kubectl("label", ...object, "tier=front", "app-")).toBe("configmap/settings labeled\n");
    expect(await kubectl("annotate", ...object, "note=first")).toBe("configmap/settings annotated\n");
    expect(await kubectl("patch", ...object, "--type=merge", "-p", '{"data":{"color":"blue"}}')).toBe(
      "configmap/settings patched\n",
    );
    expect(
      await kubectl(
        "patch",
        ...object,
        "--type=json",
        "-p",
        '[{"op":"remove","path":"/data/size"},{"op":"add","path":"/data/shape","value":"round"}]',
      ),
    ).toBe("configmap/settings patched\n");
    expect(await json("get", ...object)).toMatchObject({
      metadata: { labels: { tier: "front" }, annotations: { note: "first" } },
      data: { color: "blue", shape: "round" },
    });
    const { data, metadata } = Object(await json("get", ...object));
    expect([Object.keys(data), Object.keys(metadata.labels)]).toEqual([["color", "shape"], ["tier"]]);
  });

  test("get --watch prints each change as it happens", async () => {
    await create("watch");
    const watch = start([
      "get",
      "configmaps",
      "-n",
      "watch",
      "--watch",
      "--output-watch-events",
      "-o",
      "custom-columns=TYPE:.type,COLOR:.object.data.color,NAME:.object.metadata.name",
    ]);
    let seen = "";
    const saw = (text: RegExp): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => void (text.test(seen) && resolve());
        watch.stdout.on("data", look);
        look();
      });
    watch.stdout.on("data", (part: Uint8Array) => (seen += part.toString()));
    await saw(/ADDED +red +settings/);
    await kubectl("patch", "configmap", "settings", "-n", "watch", "--type=merge", "-p", '{"data":{"color":"green"}}');
    await saw(/MODIFIED +green +settings/);
    await kubectl("delete", "configmap", "settings", "-n", "watch");
    await saw(/DELETED +green +settings/);
    watch.kill();
    expect(seen).not.toMatch(/MODIFIED +red/);
  });

  test("wait sees a condition come true and an object go", async () => {
    await create("wait");
    const color = kubectl(
      "wait",
      "configmap/settings",
      "-n",
      "wait",
      "--for=jsonpath={.data.color}=black",
      "--timeout=30s",
    );
    await kubectl("patch", "configmap", "settings", "-n", "wait", "--type=merge", "-p", '{"data":{"color":"black"}}');
    expect(await color).toBe("configmap/settings condition met\n");
    const gone = kubectl("wait", "secret/password", "-n", "wait", "--for=delete", "--timeout=30s");
    await kubectl("delete", "secret", "password", "-n", "wait");
    await gone;
  });

  test("delete removes an object, and a namespace with what is in it", async () => {
    await create("delete");
    expect(await kubectl("delete", "configmap", "settings", "-n", "delete")).toMatch(/^configmap "settings" deleted/);
    expect(await kubectl("delete", "namespace", "delete", "--timeout=30s")).toBe('namespace "delete" deleted\n');
    expect(
      await kubectl("get", "secrets", "--all-namespaces", "-o", "jsonpath={.items[*].metadata.namespace}"),
    ).not.toMatch(/\bdelete\b/);
    expect((await run(["get", "namespace", "delete"])).stderr).toContain('namespaces "delete" not found');
  });
});
