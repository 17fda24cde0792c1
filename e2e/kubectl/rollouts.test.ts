import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { podsOf, startLivingCluster, type LivingCluster } from "./living-cluster.ts";

let cluster: LivingCluster;

beforeAll(async () => {
  cluster = await startLivingCluster();
}, 240_000);

afterAll(() => cluster.close());

const kubectl = (...args: readonly string[]): Promise<string> => cluster.kubectl(...args);

const rolledOut = (workload: string): Promise<string> => kubectl("rollout", "status", workload, "--timeout=40s");

/** What kubectl says for an error. */
async function refusal(...args: readonly string[]): Promise<string> {
  const { status, stderr } = await cluster.run(args);
  expect(status).toBe(1);
  return stderr;
}

async function createDeployment(name: string, image: string, replicas: number): Promise<string> {
  await kubectl("create", "deployment", name, `--image=${image}`, `--replicas=${replicas}`);
  await rolledOut(`deployment/${name}`);
  return `deployment/${name}`;
}

const imageOf = (workload: string): Promise<string> =>
  kubectl("get", workload, "-o", "jsonpath={.spec.template.spec.containers[0].image}");

const revisions = async (workload: string): Promise<readonly string[]> =>
  (await kubectl("rollout", "history", workload)).match(/^\d+/gm) ?? [];

describe("kubectl rollout of a Deployment", { timeout: 240_000 }, () => {
  test("status follows an update to its end", async () => {
    const web = await createDeployment("status", "nginx:1.27", 3);
    await kubectl("set", "image", web, "nginx=nginx:1.28");
    expect(await rolledOut(web)).toMatch(/^(Waiting for .*\n)*deployment "status" successfully rolled out\n$/);
    const pods = await kubectl(
      "get",
      "pods",
      "-l",
      "app=status",
      "-o",
      "jsonpath={.items[*].spec.containers[0].image}",
    );
    expect(new Set(pods.split(" "))).toContain("nginx:1.28");
  });

  test("status fails when the progress deadline has passed", async () => {
    await cluster.apply([
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name: "stuck" },
        spec: { progressDeadlineSeconds: 20, ...podsOf("stuck", { name: "app", image: "app:does-not-exist" }) },
      },
    ]);
    expect(await refusal("rollout", "status", "deployment/stuck", "--timeout=40s")).toBe(
      'error: deployment "stuck" exceeded its progress deadline\n',
    );
  });

  test("history lists revisions, undo goes back to them", async () => {
    const web = await createDeployment("undo", "nginx:1.27", 2);
    await kubectl("set", "image", web, "nginx=nginx:1.28");
    await kubectl("annotate", web, "kubernetes.io/change-cause=newer nginx");
    await rolledOut(web);
    expect(await kubectl("rollout", "history", web)).toMatch(/^1 +<none>\n2 +newer nginx\n/m);
    expect(await kubectl("rollout", "history", web, "--revision=2")).toMatch(/Image:\s+nginx:1\.28\n/);
    expect(await kubectl("rollout", "undo", web)).toBe("deployment.apps/undo rolled back\n");
    await rolledOut(web);
    expect([await imageOf(web), await revisions(web)]).toEqual(["nginx:1.27", ["2", "3"]]);
    await kubectl("rollout", "undo", web, "--to-revision=2");
    await rolledOut(web);
    expect([await imageOf(web), await revisions(web)]).toEqual(["nginx:1.28", ["3", "4"]]);
    expect(await refusal("rollout", "undo", web, "--to-revision=9")).toBe(
      "error: unable to find specified revision 9 in history\n",
    );
  });

  test("pause keeps a change back until resume", async () => {
    const web = await createDeployment("pause", "nginx:1.27", 2);
    expect(await kubectl("rollout", "pause", web)).toBe("deployment.apps/pause paused\n");
    await kubectl("set", "image", web, "nginx=nginx:1.28");
    await kubectl("wait", web, "--for=jsonpath={.status.observedGeneration}=3", "--timeout=20s");
    expect(await kubectl("rollout", "status", web, "--watch=false")).toBe(
      'Waiting for deployment "pause" rollout to finish: 0 out of 2 new replicas have been updated...\n',
    );
    expect(await refusal("rollout", "restart", web)).toContain("can't restart paused deployment");
    expect(await kubectl("rollout", "resume", web)).toBe("deployment.apps/pause resumed\n");
    await rolledOut(web);
    expect(await revisions(web)).toEqual(["1", "2"]);
  });

  test("restart replaces all pods", async () => {
    const web = await createDeployment("restart", "nginx:1.27", 2);
    const names = async () => (await kubectl("get", "pods", "-l", "app=restart", "-o", "name")).trim().split("\n");
    const before = await names();
    expect(await kubectl("rollout", "restart", web)).toBe("deployment.apps/restart restarted\n");
    await rolledOut(web);
    for (const name of before) await kubectl("wait", name, "--for=delete", "--timeout=30s");
    expect((await names()).filter((name) => before.includes(name))).toEqual([]);
  });
});

describe("kubectl rollout of other workloads", { timeout: 240_000 }, () => {
  test("a StatefulSet is updated in order, and goes back", async () => {
    await cluster.apply([
      {
        apiVersion: "apps/v1",
        kind: "StatefulSet",
        metadata: { name: "db" },
        spec: { serviceName: "db", replicas: 2, ...podsOf("db", { name: "db", image: "postgres:16" }) },
      },
    ]);
    expect(await rolledOut("statefulset/db")).toContain(
      "partitioned roll out complete: 2 new pods have been updated...",
    );
    await kubectl("set", "image", "statefulset/db", "db=postgres:17");
    expect(await rolledOut("statefulset/db")).toContain("partitioned roll out complete");
    expect(await revisions("statefulset/db")).toEqual(["1", "2"]);
    await kubectl("rollout", "undo", "statefulset/db");
    await rolledOut("statefulset/db");
    expect(await imageOf("statefulset/db")).toBe("postgres:16");
  });

  test("a DaemonSet is restarted node by node", async () => {
    await cluster.apply([
      {
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "agent" },
        spec: podsOf("agent", { name: "agent", image: "agent:1" }),
      },
    ]);
    await rolledOut("daemonset/agent");
    await kubectl("rollout", "restart", "daemonset/agent");
    expect(await rolledOut("daemonset/agent")).toMatch(
      /^(Waiting for .*\n)*daemon set "agent" successfully rolled out\n$/,
    );
    expect(await revisions("daemonset/agent")).toEqual(["1", "2"]);
  });
});

describe("kubectl scale and wait", { timeout: 240_000 }, () => {
  test("see replicas and conditions come true", async () => {
    const web = await createDeployment("scale", "nginx:1.27", 1);
    expect(await kubectl("scale", web, "--replicas=4", "--current-replicas=1")).toBe("deployment.apps/scale scaled\n");
    await kubectl("wait", web, "--for=jsonpath={.status.readyReplicas}=4", "--timeout=30s");
    expect(await kubectl("wait", web, "--for=condition=Available", "--timeout=30s")).toBe(
      "deployment.apps/scale condition met\n",
    );
    const pods = await kubectl("wait", "pod", "-l", "app=scale", "--for=condition=Ready", "--timeout=30s");
    expect(pods.match(/condition met/g)).toHaveLength(4);
    expect(await refusal("scale", web, "--replicas=2", "--current-replicas=1")).toContain(
      "Expected replicas to be 1, was 4",
    );
  });

  test("see a Job complete, another fail, and pods go", async () => {
    await kubectl("create", "job", "done", "--image=busybox", "--", "sleep", "5");
    expect(await kubectl("wait", "job/done", "--for=condition=Complete", "--timeout=30s")).toBe(
      "job.batch/done condition met\n",
    );
    await cluster.apply([
      {
        apiVersion: "batch/v1",
        kind: "Job",
        metadata: { name: "failing" },
        spec: {
          backoffLimit: 0,
          template: {
            spec: { restartPolicy: "Never", containers: [{ name: "a", image: "busybox", command: ["false"] }] },
          },
        },
      },
    ]);
    expect(await kubectl("wait", "job/failing", "--for=condition=Failed", "--timeout=30s")).toBe(
      "job.batch/failing condition met\n",
    );
    const gone = kubectl("wait", "pod", "-l", "job-name=done", "--for=delete", "--timeout=30s");
    await kubectl("delete", "job", "done", "--cascade=foreground");
    await gone;
    expect(await kubectl("get", "pods", "-l", "job-name=done", "-o", "name")).toBe("");
  });
});
