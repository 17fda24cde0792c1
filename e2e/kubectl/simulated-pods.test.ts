import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { podsOf, startLivingCluster, type LivingCluster } from "./living-cluster.ts";

let cluster: LivingCluster;

beforeAll(async () => {
  cluster = await startLivingCluster();
}, 240_000);

afterAll(() => cluster.close());

const kubectl = (...args: readonly string[]): Promise<string> => cluster.kubectl(...args);

const pod = (name: string, containers: readonly object[], more: object = {}, annotations = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, annotations },
  spec: { containers, ...more },
});

const deployment = (name: string, replicas: number, container: object) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: { replicas, ...podsOf(name, container) },
});

const refusal = async (...args: readonly string[]): Promise<string> => {
  const { status, stderr } = await cluster.run(args);
  expect(status).toBe(1);
  return stderr;
};

const isReady = (name: string): Promise<string> => kubectl("wait", name, "--for=condition=Ready", "--timeout=30s");

const waits = (name: string, reason: string): Promise<string> =>
  kubectl(
    "wait",
    name,
    `--for=jsonpath={.status.containerStatuses[0].state.waiting.reason}=${reason}`,
    "--timeout=30s",
  );

describe("kubectl logs", { timeout: 240_000 }, () => {
  test("of each container, by annotation and by what the command echoes", async () => {
    const logs = { "simulation.kubepad.dev/logs.app": "GET /\nGET /favicon.ico" };
    const init = { name: "init", image: "busybox", command: ["sh", "-c", "echo preparing"] };
    const side = { name: "side", image: "busybox", command: ["sh", "-c", "echo 'at your side'; sleep infinity"] };
    await cluster.apply([pod("two", [{ name: "app", image: "nginx" }, side], { initContainers: [init] }, logs)]);
    await isReady("pod/two");
    expect(await kubectl("logs", "two")).toBe("GET /\nGET /favicon.ico\n");
    expect(await kubectl("logs", "two", "--tail=1")).toBe("GET /favicon.ico\n");
    expect(await kubectl("logs", "two", "--tail=1", "--timestamps")).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.0{9}Z GET \/favicon\.ico\n$/,
    );
    expect(await kubectl("logs", "two", "-c", "side")).toBe("at your side\n");
    const prefixed = await kubectl("logs", "two", "--all-containers", "--prefix"); // in the order of the answers
    expect(prefixed.trim().split("\n").toSorted()).toEqual([
      "[pod/two/app] GET /",
      "[pod/two/app] GET /favicon.ico",
      "[pod/two/init] preparing",
      "[pod/two/side] at your side",
    ]);
    expect(await refusal("logs", "two", "-c", "none")).toBe("error: container none is not valid for pod two\n");
    expect(await refusal("logs", "two", "--previous")).toContain(
      'Error from server (BadRequest): previous terminated container "app" in pod "two" not found\n',
    );
  });

  test("of all pods of a Deployment, by a PodBehavior", async () => {
    await kubectl("wait", "crd/podbehaviors.simulation.kubepad.dev", "--for=condition=Established", "--timeout=30s");
    await cluster.apply([
      {
        apiVersion: "simulation.kubepad.dev/v1alpha1",
        kind: "PodBehavior",
        metadata: { name: "chatty" },
        spec: { selector: { matchLabels: { app: "chatty" } }, containers: [{ name: "app", logs: "listening on 80" }] },
      },
      deployment("chatty", 2, { name: "app", image: "nginx" }),
    ]);
    await kubectl("rollout", "status", "deployment/chatty", "--timeout=30s");
    expect(await kubectl("logs", "-l", "app=chatty")).toBe("listening on 80\nlistening on 80\n");
    expect(await kubectl("logs", "deployment/chatty")).toBe("listening on 80\n");
  });

  test("--follow ends with the container", async () => {
    await kubectl("create", "job", "pi", "--image=perl", "--", "sh", "-c", "echo 3.14; sleep 20");
    await kubectl("wait", "pod", "-l", "job-name=pi", "--for=condition=Ready", "--timeout=30s");
    expect(await kubectl("logs", "job/pi", "--follow")).toBe("3.14\n");
    await kubectl("wait", "job/pi", "--for=condition=Complete", "--timeout=30s");
  });

  test("of a container that crashes, and of none that never starts", async () => {
    const crashing = { name: "app", image: "app:1", command: ["sh", "-c", "echo 'no config'; exit 1"] };
    await cluster.apply([pod("crash", [crashing]), pod("nope", [{ name: "app", image: "app:does-not-exist" }])]);
    const ended = "{.status.containerStatuses[0].lastState.terminated.exitCode}";
    await kubectl("wait", "pod/crash", `--for=jsonpath=${ended}=1`, "--timeout=30s");
    expect(await kubectl("logs", "crash")).toBe("no config\n");
    expect(await kubectl("logs", "crash", "--previous")).toBe("no config\n");
    await waits("pod/nope", "ImagePullBackOff");
    expect(await refusal("logs", "nope")).toMatch(
      /^Error from server \(BadRequest\): container "app" in pod "nope" is waiting to start: (trying and failing to pull image|image can't be pulled)\n$/,
    );
  });
});

describe("what needs a process", { timeout: 240_000 }, () => {
  test("is refused in words", async () => {
    await cluster.apply([pod("quiet", [{ name: "app", image: "nginx" }])]);
    await isReady("pod/quiet");
    const node = await kubectl("get", "pod", "quiet", "-o", "jsonpath={.spec.nodeName}");
    const why = `pod quiet is on the simulated node ${node}: no process runs there that could be reached\n`;
    expect(await refusal("exec", "quiet", "--", "ls")).toBe(`Error from server (BadRequest): ${why}`);
    expect(await refusal("attach", "quiet")).toContain(`Error from server (BadRequest): ${why}`);
    expect(await refusal("cp", "quiet:/etc/hosts", "/dev/null")).toContain(why);
    expect(await refusal("port-forward", "quiet", ":80")).toBe(`error: error upgrading connection: ${why}`);
  });

  test("run --attach falls back to the logs", async () => {
    const { status, stdout, stderr } = await cluster.run([
      "run",
      "hello",
      "--image=busybox",
      "--restart=Never",
      "--attach",
      "--rm",
      "--",
      "echo",
      "hello",
    ]);
    expect([status, stdout]).toEqual([0, 'hello\npod "hello" deleted from default namespace\n']);
    // kubectl asks for the logs at once if the pod has ended by the time that it looks
    expect(stderr).toMatch(/^$|falling back to streaming logs/);
  });
});

describe("kubectl drain", { timeout: 240_000 }, () => {
  test("moves pods to other nodes, keeps to budgets, and minds DaemonSets", async () => {
    await cluster.apply([
      deployment("moved", 4, { name: "app", image: "nginx" }),
      {
        apiVersion: "apps/v1",
        kind: "DaemonSet",
        metadata: { name: "agent" },
        spec: podsOf("agent", { name: "agent", image: "agent:1" }),
      },
      {
        apiVersion: "policy/v1",
        kind: "PodDisruptionBudget",
        metadata: { name: "moved" },
        spec: { minAvailable: 3, selector: { matchLabels: { app: "moved" } } },
      },
    ]);
    for (const name of ["deployment/moved", "daemonset/agent"])
      await kubectl("rollout", "status", name, "--timeout=30s");
    await kubectl("wait", "pdb/moved", "--for=jsonpath={.status.disruptionsAllowed}=1", "--timeout=30s");
    expect(await refusal("drain", "node-1")).toContain("cannot delete DaemonSet-managed Pods");
    const drained = ["drain", "node-1", "--ignore-daemonsets", "--force", "--timeout=50s"];
    expect(await kubectl(...drained)).toMatch(/node\/node-1 drained\n$/);
    await kubectl("rollout", "status", "deployment/moved", "--timeout=30s");
    const nodes = await kubectl("get", "pods", "-l", "app=moved", "-o", "jsonpath={.items[*].spec.nodeName}");
    expect(nodes).toBe("node-2 node-2 node-2 node-2");
    expect(await kubectl("get", "node", "node-1")).toContain("Ready,SchedulingDisabled");
    expect(await kubectl("uncordon", "node-1")).toBe("node/node-1 uncordoned\n");
  });
});

describe("kubectl get events", { timeout: 240_000 }, () => {
  test("tells what the scheduler, the controllers and the kubelet did", async () => {
    await cluster.apply([deployment("told", 1, { name: "app", image: "nginx:told" })]);
    await kubectl("rollout", "status", "deployment/told", "--timeout=30s");
    const columns =
      "custom-columns=KIND:.involvedObject.kind,REASON:.reason,SOURCE:.source.component,BY:.reportingComponent,MESSAGE:.message";
    await expect
      .poll(async () => (await kubectl("get", "events", "--no-headers", "-o", columns)).replaceAll(/ +/g, " "))
      .toMatch(/Pod Started kubelet kubelet Started container app/);
    const events = (await kubectl("get", "events", "--no-headers", "-o", columns)).replaceAll(/ +/g, " ");
    const scaled =
      "Deployment ScalingReplicaSet deployment-controller deployment-controller Scaled up replica set told-";
    expect(events).toContain(scaled);
    expect(events).toContain(
      "ReplicaSet SuccessfulCreate replicaset-controller replicaset-controller Created pod: told-",
    );
    expect(events).toMatch(
      /Pod Scheduled (default-scheduler|<none>) default-scheduler Successfully assigned default\/told-/,
    );
    expect(await kubectl("events", "--for", "deployment/told")).toContain("ScalingReplicaSet");
  });
});

describe("what a cluster adds to pods and Services", { timeout: 240_000 }, () => {
  test("pods have the default service account with a token, Services have endpoints", async () => {
    await cluster.apply([deployment("served", 2, { name: "app", image: "nginx" })]);
    await kubectl("rollout", "status", "deployment/served", "--timeout=30s");
    const account =
      "jsonpath={.items[0].spec.serviceAccountName} {.items[0].spec.containers[0].volumeMounts[0].mountPath}";
    expect(await kubectl("get", "pods", "-l", "app=served", "-o", account)).toBe(
      "default /var/run/secrets/kubernetes.io/serviceaccount",
    );
    await kubectl("expose", "deployment", "served", "--port=80");
    await kubectl(
      "wait",
      "endpointslice",
      "-l",
      "kubernetes.io/service-name=served",
      "--for=jsonpath={.endpoints[1].conditions.ready}=true",
      "--timeout=30s",
    );
  });
});
