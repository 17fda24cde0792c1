import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startKubectlClient, type KubectlClient, type RunOptions } from "./kubectl-client.ts";

let client: KubectlClient;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clusters.postgres.example.com}
spec:
  group: postgres.example.com
  scope: Namespaced
  names: {plural: clusters, singular: cluster, kind: Cluster, shortNames: [pgc], categories: [databases, all]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.instances, statusReplicasPath: .status.readyInstances, labelSelectorPath: .status.selector}
    additionalPrinterColumns:
    - {name: Instances, type: integer, jsonPath: .spec.instances}
    - {name: Phase, type: string, jsonPath: .status.phase}
    - {name: Image, type: string, jsonPath: .spec.image, priority: 1}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        description: A Postgres cluster.
        type: object
        required: [spec]
        properties:
          spec:
            description: What the cluster is to be.
            type: object
            x-kubernetes-validations:
            - {rule: "self.instances <= 3 || has(self.storage)", message: large clusters need storage}
            properties:
              instances: {description: How many servers there are., type: integer, minimum: 1, maximum: 9, default: 1}
              image: {type: string, default: "postgres:17"}
              storage:
                description: Where the data is kept.
                type: object
                required: [size]
                properties:
                  size: {description: The size of each volume., type: string}
              users:
                type: array
                maxItems: 16
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items: {type: object, required: [name], properties: {name: {type: string}, superuser: {type: boolean, default: false}}}
          status:
            type: object
            properties:
              phase: {type: string}
              readyInstances: {type: integer}
              selector: {type: string}
              conditions:
                type: array
                items: {type: object, properties: {type: {type: string}, status: {type: string}}}
`;

/** Runs kubectl, which must succeed without a word on stderr, and gives what it printed. */
async function kubectl(args: readonly string[], options?: RunOptions): Promise<string> {
  const { status, stdout, stderr } = await client.run(args, options);
  expect(`${status} ${stderr}`, `kubectl ${args.join(" ")}`).toBe("0 ");
  return stdout;
}

const cluster = (name: string, spec: string, labels?: string): string => `apiVersion: postgres.example.com/v1
kind: Cluster
metadata: {name: ${name}${labels === undefined ? "" : `, labels: ${labels}`}}
spec: ${spec}
`;

/** A namespace of its own with kubectl in it. */
async function inNamespace(namespace: string) {
  await kubectl(["create", "namespace", namespace]);
  const within = (...args: string[]): Promise<string> => kubectl(["-n", namespace, ...args]);
  return {
    within,
    apply: (manifest: string, ...flags: string[]) =>
      kubectl(["-n", namespace, "apply", ...flags, "-f", "-"], { stdin: manifest }),
    tryApply: (manifest: string, ...flags: string[]) =>
      client.run(["-n", namespace, "apply", ...flags, "-f", "-"], { stdin: manifest }),
    path: (name: string, path: string) => within("get", "cluster", name, "-o", `jsonpath=${path}`),
    setStatus: (name: string, status: string) =>
      within("patch", "cluster", name, "--subresource=status", "--type=merge", "-p", `{"status":${status}}`),
  };
}

const cells = (table: string): readonly (readonly string[])[] =>
  table
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/\s{2,}/));

beforeAll(async () => {
  client = await startKubectlClient();
  await kubectl(["apply", "-f", "-"], { stdin: definition });
  await kubectl(["wait", "--for=condition=Established", "crd/clusters.postgres.example.com", "--timeout=60s"]);
}, 120_000);

afterAll(() => client.close());

describe("kubectl 1.34 on custom resources", { timeout: 120_000 }, () => {
  test("explain tells what the schema says, of a field and of everything", async () => {
    const field = await kubectl(["explain", "clusters.spec.storage"]);
    expect(field).toMatch(/^GROUP: +postgres\.example\.com\nKIND: +Cluster\nVERSION: +v1\n/);
    expect(field).toContain("FIELD: storage <Object>");
    expect(field).toMatch(/size\t<string> -required-\n +The size of each volume\./);
    const whole = await kubectl(["explain", "pgc", "--recursive"]);
    expect(whole).toMatch(/DESCRIPTION:\n +A Postgres cluster\./);
    expect(whole).toMatch(
      / {2}spec\t<Object> -required-\n {4}image\t<string>\n {4}instances\t<integer>\n {4}storage\t<Object>\n {6}size\t<string> -required-\n {4}users\t<\[\]Object>\n {6}name\t<string> -required-\n {6}superuser\t<boolean>\n/,
    );
  });

  test("apply on the client's side creates, merges and takes away", async () => {
    const { apply, path } = await inNamespace("client-side");
    expect(await apply(cluster("main", "{instances: 2, storage: {size: 1Gi}}"))).toBe(
      "cluster.postgres.example.com/main created\n",
    );
    expect(await apply(cluster("main", "{instances: 2, storage: {size: 1Gi}}"))).toBe(
      "cluster.postgres.example.com/main unchanged\n",
    );
    expect(await apply(cluster("main", "{instances: 3}"))).toBe("cluster.postgres.example.com/main configured\n");
    expect(JSON.parse(await path("main", "{.spec}"))).toEqual({ image: "postgres:17", instances: 3 });
  });

  test("apply on the server's side merges lists by key, and names who else owns a field", async () => {
    const { apply, tryApply, path } = await inNamespace("server-side");
    const users = (names: string): string => cluster("main", `{users: [${names}]}`);
    expect(await apply(users("{name: ada}"), "--server-side", "--field-manager=one")).toBe(
      "cluster.postgres.example.com/main serverside-applied\n",
    );
    await apply(users("{name: bob, superuser: true}"), "--server-side", "--field-manager=two");
    expect(JSON.parse(await path("main", "{.spec.users}"))).toEqual([
      { name: "ada", superuser: false },
      { name: "bob", superuser: true },
    ]);
    const conflict = await tryApply(users("{name: bob, superuser: false}"), "--server-side", "--field-manager=one");
    expect(conflict.status).toBe(1);
    expect(conflict.stderr).toContain('conflict with "two": .spec.users[name="bob"].superuser');
    await apply(users("{name: bob, superuser: false}"), "--server-side", "--field-manager=one", "--force-conflicts");
    expect(JSON.parse(await path("main", "{.spec.users}"))).toEqual([{ name: "bob", superuser: false }]);
  });

  test("refusals name the field, by the schema, by a rule and by kubectl's own reading of OpenAPI", async () => {
    const { tryApply } = await inNamespace("refused");
    expect((await tryApply(cluster("main", "{instances: 12}"))).stderr).toContain(
      "spec.instances: Invalid value: 12: spec.instances in body should be less than or equal to 9",
    );
    expect((await tryApply(cluster("main", "{instances: 5}"))).stderr).toContain(
      'spec: Invalid value: "object": large clusters need storage',
    );
    expect((await tryApply(cluster("main", "{instnces: 5}"))).stderr).toContain(
      'strict decoding error: unknown field "spec.instnces"',
    );
  });

  test("get prints the columns of the definition, more of them with -o wide, and sorts", async () => {
    const { within, apply, setStatus } = await inNamespace("columns");
    await apply(
      [
        cluster("first", "{instances: 3}", "{tier: gold}"),
        cluster("second", "{instances: 1, image: 'postgres:16'}"),
        cluster("third", "{instances: 2}"),
      ].join("---\n"),
    );
    await setStatus("first", '{"phase":"Running"}');
    expect(cells(await within("get", "clusters"))).toEqual([
      ["NAME", "INSTANCES", "PHASE", "AGE"],
      ["first", "3", "Running", expect.any(String)],
      ["second", "1", expect.any(String)],
      ["third", "2", expect.any(String)],
    ]);
    expect(cells(await within("get", "cluster", "second", "-o", "wide", "--no-headers"))[0]).toContain("postgres:16");
    const sorted = await within("get", "clusters", "--sort-by=.spec.instances", "--no-headers");
    expect(cells(sorted).map(([name]) => name)).toEqual(["second", "third", "first"]);
    expect(await within("get", "clusters", "-l", "tier=gold", "-o", "name")).toBe(
      "cluster.postgres.example.com/first\n",
    );
  });

  test("get finds the kind by short name, singular, full name and category", async () => {
    const { within, apply } = await inNamespace("names");
    await apply(cluster("main", "{}"));
    for (const name of [
      "pgc",
      "cluster",
      "clusters",
      "clusters.postgres.example.com",
      "clusters.v1.postgres.example.com",
      "databases",
      "all",
    ]) {
      expect(await within("get", name, "-o", "name"), name).toBe("cluster.postgres.example.com/main\n");
    }
    expect(await kubectl(["api-resources", "--api-group=postgres.example.com", "--no-headers"])).toMatch(
      /^clusters +pgc +postgres\.example\.com\/v1 +true +Cluster\n$/,
    );
  });

  test("scale writes through the paths of the definition, and only where the current size is what was said", async () => {
    const { within, apply, path } = await inNamespace("scale");
    await apply(cluster("main", "{instances: 1}"));
    expect(await within("scale", "cluster", "main", "--replicas=3", "--current-replicas=1")).toBe(
      "cluster.postgres.example.com/main scaled\n",
    );
    expect(await path("main", "{.spec.instances} {.metadata.generation}")).toBe("3 2");
    const wrong = await client.run(["-n", "scale", "scale", "cluster", "main", "--replicas=2", "--current-replicas=1"]);
    expect([wrong.status, wrong.stderr]).toEqual([1, "error: Expected replicas to be 1, was 3\n"]);
  });

  test("wait sees conditions, values and deletions", async () => {
    const { within, apply, setStatus } = await inNamespace("wait");
    await apply(cluster("main", "{}"));
    const ready = within("wait", "cluster/main", "--for=condition=Ready", "--timeout=60s");
    const running = within("wait", "cluster/main", "--for=jsonpath={.status.phase}=Running", "--timeout=60s");
    await setStatus("main", '{"phase":"Starting","conditions":[{"type":"Ready","status":"False"}]}');
    await setStatus("main", '{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}');
    expect(await ready).toBe("cluster.postgres.example.com/main condition met\n");
    expect(await running).toBe("cluster.postgres.example.com/main condition met\n");
    const gone = within("wait", "cluster/main", "--for=delete", "--timeout=60s");
    await within("delete", "cluster", "main");
    // nothing is said where it was gone already
    expect(await gone).toMatch(/^(cluster\.postgres\.example\.com\/main condition met\n)?$/);
  });

  test("deleting the definition removes its instances, and the kind with them", async () => {
    const name = "lamps.lighting.example.com";
    const lamps = {
      group: "lighting.example.com",
      scope: "Cluster",
      names: { plural: "lamps", kind: "Lamp" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { watts: { type: "integer" } } } },
        },
      ],
    };
    const manifest = JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name },
      spec: lamps,
    });
    const install = async (): Promise<void> => {
      expect(await kubectl(["create", "-f", "-"], { stdin: manifest })).toBe(
        `customresourcedefinition.apiextensions.k8s.io/${name} created\n`,
      );
      expect(await kubectl(["wait", "--for=condition=Established", `crd/${name}`, "--timeout=60s"])).toBe(
        `customresourcedefinition.apiextensions.k8s.io/${name} condition met\n`,
      );
    };
    await install();
    await kubectl(["create", "-f", "-"], {
      stdin: '{"apiVersion":"lighting.example.com/v1","kind":"Lamp","metadata":{"name":"desk"},"watts":40}',
    });
    expect(await kubectl(["delete", "crd", name])).toBe(
      `customresourcedefinition.apiextensions.k8s.io "${name}" deleted\n`,
    );
    expect((await client.run(["get", "--raw", "/apis/lighting.example.com/v1/lamps"])).stderr).toContain(
      "the server could not find the requested resource",
    );
    await install();
    expect(await kubectl(["get", "--raw", "/apis/lighting.example.com/v1/lamps"])).toContain('"items":[]');
  });
});
