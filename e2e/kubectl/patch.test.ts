import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKubectlClient, type KubectlClient, type RunOptions } from "./kubectl-client.ts";

let client: KubectlClient;

beforeAll(async () => {
  client = await startKubectlClient();
}, 240_000);

afterAll(() => client.close());

/** Runs kubectl, which must succeed without a word on stderr, and gives what it printed. */
async function kubectl(args: readonly string[], options?: RunOptions): Promise<string> {
  const { status, stdout, stderr } = await client.run(args, options);
  expect(`${status} ${stderr}`, `kubectl ${args.join(" ")}`).toBe("0 ");
  return stdout;
}

const deployment = (containers: string, replicas = 2): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [${containers}]
`;

const app = (image: string, env = "[{name: A, value: one}, {name: B, value: two}]"): string =>
  `{name: app, image: "${image}", env: ${env}, ports: [{containerPort: 80}]}`;
const side = "{name: side, image: busybox}";

/** A namespace of its own, with client-side apply in it. */
async function inNamespace(name: string) {
  await kubectl(["create", "-f", "-", "--validate=false"], {
    stdin: `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"${name}"}}`,
  });
  const within = (...args: string[]): Promise<string> => kubectl(["-n", name, ...args]);
  return {
    within,
    apply: (manifest: string) => kubectl(["-n", name, "apply", "--validate=false", "-f", "-"], { stdin: manifest }),
    edit: (editor: string, ...args: string[]) => kubectl(["-n", name, "edit", "--validate=false", ...args], { editor }),
    create: (manifest: string) => kubectl(["-n", name, "create", "--validate=false", "-f", "-"], { stdin: manifest }),
    images: () => within("get", "deploy", "web", "-o", "jsonpath={.spec.template.spec.containers[*].image}"),
    path: (kind: string, path: string) => within("get", kind, "web", "-o", `jsonpath=${path}`),
  };
}

describe("kubectl 1.34 patches", { timeout: 240_000 }, () => {
  test("apply creates, leaves alone, and merges containers and their variables by name", async () => {
    const { apply, images, path } = await inNamespace("apply");
    expect(await apply(deployment(`${app("nginx:1")}, ${side}`))).toBe("deployment.apps/web created\n");
    expect(await apply(deployment(`${app("nginx:1")}, ${side}`))).toBe("deployment.apps/web unchanged\n");
    expect(await apply(deployment(app("nginx:2", "[{name: A, value: one}]")))).toBe("deployment.apps/web configured\n");
    expect(await images()).toBe("nginx:2");
    expect(await path("deploy", "{.spec.template.spec.containers[0].env}")).toBe('[{"name":"A","value":"one"}]');
  });

  test("apply keeps what others have set, in its place", async () => {
    const { apply, within, images, path } = await inNamespace("keep");
    await apply(deployment(app("nginx:1")));
    await within(
      "patch",
      "deploy",
      "web",
      "-p",
      '{"spec":{"template":{"spec":{"containers":[{"name":"other","image":"envoy"}]}}}}',
    );
    await within("set", "env", "deploy/web", "-c", "app", "C=three");
    await apply(deployment(`${side}, ${app("nginx:2")}`));
    expect((await images()).split(" ").sort()).toEqual(["busybox", "envoy", "nginx:2"]);
    expect(await path("deploy", '{.spec.template.spec.containers[?(@.name=="app")].env[*].name}')).toBe("A B C");
  });

  test("patch is strategic by default, with its directives", async () => {
    const { apply, within, images, path } = await inNamespace("patch");
    await apply(deployment(`${app("nginx:1")}, ${side}`));
    const patch = (text: string, ...more: string[]): Promise<string> =>
      within("patch", "deploy", "web", "-p", text, ...more);
    expect(await patch('{"spec":{"template":{"spec":{"containers":[{"name":"app","image":"nginx:3"}]}}}}')).toBe(
      "deployment.apps/web patched\n",
    );
    expect(await images()).toBe("nginx:3 busybox");
    await patch('{"spec":{"template":{"spec":{"$setElementOrder/containers":[{"name":"side"},{"name":"app"}]}}}}');
    expect(await images()).toBe("busybox nginx:3");
    await patch('{"spec":{"template":{"spec":{"containers":[{"name":"side","$patch":"delete"}]}}}}');
    expect(await images()).toBe("nginx:3");
    await patch('{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate"}}}');
    expect(await path("deploy", "{.spec.strategy}")).toBe('{"type":"Recreate"}');
    expect(await patch('{"spec":{"replicas":9}}', "--dry-run=server", "-o", "jsonpath={.spec.replicas}")).toBe("9");
    expect(await patch('{"spec":{"replicas":2}}')).toBe("deployment.apps/web patched (no change)\n");
  });

  test("a patch that cannot be merged says why", async () => {
    const { apply } = await inNamespace("refused");
    await apply(deployment(app("nginx:1")));
    const patch = (text: string) => client.run(["-n", "refused", "patch", "deploy", "web", "-p", text]);
    expect((await patch('{"spec":{"template":{"spec":{"containers":[{"image":"x"}]}}}}')).stderr).toBe(
      "Error from server: map: map[image:x] does not contain declared merge key: name\n",
    );
    expect((await patch('{"spec":{"replicas":"many"}}')).stderr).toContain(
      'patch: Invalid value: "map[spec:map[replicas:many]]": unrecognized type: int32',
    );
    expect(await patch('{"spec":{"bogus":1}}')).toMatchObject({
      status: 0,
      stderr: 'Warning: unknown field "spec.bogus"\n',
    });
  });

  test("scale, also on condition and through the subresource", async () => {
    const { apply, within, path } = await inNamespace("scale");
    await apply(deployment(app("nginx:1")));
    expect(await within("scale", "deploy/web", "--replicas=5")).toBe("deployment.apps/web scaled\n");
    expect(await within("scale", "deploy/web", "--current-replicas=5", "--replicas=6")).toBe(
      "deployment.apps/web scaled\n",
    );
    const refused = await client.run(["-n", "scale", "scale", "deploy/web", "--current-replicas=5", "--replicas=7"]);
    expect([refused.status, refused.stderr]).toEqual([1, "error: Expected replicas to be 5, was 6\n"]);
    expect(await within("patch", "deploy", "web", "--subresource=scale", "-p", '{"spec":{"replicas":3}}')).toBe(
      "scale.autoscaling/web patched\n",
    );
    expect(await path("deploy", "{.spec.replicas}")).toBe("3");
  });

  test("edit sends what the editor changed", async () => {
    const { apply, edit, images } = await inNamespace("edit");
    await apply(deployment(`${app("nginx:1")}, ${side}`));
    expect(await edit("sed -i s/nginx:1/nginx:5/", "deploy", "web")).toBe("deployment.apps/web edited\n");
    expect(await images()).toBe("nginx:5 busybox");
  });

  test("set image, env and resources change one container", async () => {
    const { apply, within, images, path } = await inNamespace("set");
    await apply(deployment(`${app("nginx:1")}, ${side}`));
    await within("set", "image", "deploy/web", "app=nginx:4");
    await within("set", "env", "deploy/web", "-c", "app", "C=three", "A-");
    await within("set", "resources", "deploy/web", "-c", "side", "--limits=cpu=1");
    expect(await images()).toBe("nginx:4 busybox");
    expect(await path("deploy", "{.spec.template.spec.containers[0].env[*].name}")).toBe("B C");
    expect(await path("deploy", "{.spec.template.spec.containers[*].resources}")).toBe('{} {"limits":{"cpu":"1"}}');
  });

  test("service ports merge by port", async () => {
    const { create, within, path } = await inNamespace("ports");
    await create(
      JSON.stringify({
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "web" },
        spec: {
          selector: { app: "web" },
          ports: [
            { name: "a", port: 80 },
            { name: "b", port: 81 },
          ],
        },
      }),
    );
    await within(
      "patch",
      "svc",
      "web",
      "-p",
      '{"spec":{"ports":[{"port":80,"$patch":"delete"},{"port":81,"name":"c"}]}}',
    );
    expect(await path("svc", "{.spec.ports[*].name} {.spec.ports[*].port}")).toBe("c 81");
  });

  test("rollout pauses, restarts, and goes back to an older revision", async () => {
    const { apply, create, within, images, path } = await inNamespace("rollout");
    await apply(deployment(app("nginx:3")));
    const uid = await path("deploy", "{.metadata.uid}");
    await create(
      JSON.stringify({ apiVersion: "v1", kind: "List", items: [1, 2].map((revision) => replicaSet(uid, revision)) }),
    );
    expect(await within("rollout", "pause", "deploy/web")).toBe("deployment.apps/web paused\n");
    expect(await within("rollout", "resume", "deploy/web")).toBe("deployment.apps/web resumed\n");
    expect(await within("rollout", "restart", "deploy/web")).toBe("deployment.apps/web restarted\n");
    expect(await within("rollout", "undo", "deploy/web", "--to-revision=1")).toBe("deployment.apps/web rolled back\n");
    expect(await images()).toBe("nginx:old1");
  });

  test("diff shows what apply would change", async () => {
    const { apply } = await inNamespace("diff");
    await apply(deployment(app("nginx:1")));
    const { status, stdout } = await client.run(["-n", "diff", "diff", "-f", "-"], {
      stdin: deployment(app("nginx:2"), 4),
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^-.*nginx:1$/m);
    expect(stdout).toMatch(/^\+.*nginx:2$/m);
    expect(stdout).toMatch(/^\+ +replicas: 4$/m);
  });
});

/** A revision of the deployment's, as its controller would have left it. */
const replicaSet = (uid: string, revision: number): object => ({
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: {
    name: `web-${revision}`,
    labels: { app: "web", "pod-template-hash": `h${revision}` },
    annotations: { "deployment.kubernetes.io/revision": String(revision) },
    ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", uid, controller: true }],
  },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: "web", "pod-template-hash": `h${revision}` } },
    template: {
      metadata: { labels: { app: "web", "pod-template-hash": `h${revision}` } },
      spec: { containers: [{ name: "app", image: `nginx:old${revision}` }] },
    },
  },
});
