import { expect, it } from "vitest";
import { readKustomization } from "./kustomization.ts";
import type { Files } from "../kubectl/session.ts";
import type { Handle } from "../component-base/exchange.ts";
import { validateManifests, type ValidationInput, type ValidationOptions } from "./validate-manifests.ts";
import { openServer, validate, type ServerSettings } from "./server.ts";

const deployment = (name: string, replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: web
        image: nginx
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.a.test}
spec:
  group: a.test
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-validations:
            - rule: self.min <= self.max
              message: min must not be above max
            - {rule: "!has(oldSelf.min) || self.min == oldSelf.min", message: min stays}
            properties:
              min: {type: integer}
              max: {type: integer}
`;

const widget = (min: number, max: number): string => `apiVersion: a.test/v1
kind: Widget
metadata: {name: w}
spec:
  min: ${min}
  max: ${max}
`;

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}
  validations:
  - expression: object.spec.replicas <= int(params.data.most)
    message: too many
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec:
  policyName: few
  validationActions: [Deny]
  paramRef: {name: most, namespace: default, parameterNotFoundAction: Deny}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: most}
data: {most: "5"}
`;

type Texts = Readonly<Record<string, string>>;

const filesOf = (texts: Texts) => Object.entries(texts).map(([name, text]) => ({ name, text }));

/** Validates texts by their names, and returns each finding as `FILE:LINE:COLUMN LEVEL OBJECT: MESSAGE`. */
async function findings(
  texts: Texts,
  options?: ValidationOptions & ServerSettings,
  input?: Omit<ValidationInput, "files">,
): Promise<readonly string[]> {
  const { objects, problems } = await validate({ files: filesOf(texts), ...input }, options);
  return [
    ...problems.map(({ place, level, message }) => `${place.file}:${place.line}:${place.column} ${level}: ${message}`),
    ...objects.flatMap(({ object, findings: found }) =>
      found.map(
        ({ place, level, message }) =>
          `${place.file}:${place.line}:${place.column} ${level} ${object.kind} ${object.name}: ${message}`,
      ),
    ),
  ];
}

it("accepts what the server accepts, namespaces and definitions first, whatever the order of files", async () => {
  expect(
    await findings({
      "a-widget.yaml": widget(1, 2),
      "b.yaml": deployment("web", 2),
      "c.yaml":
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: shop}\nspec: {containers: [{name: a, image: b}]}\n",
      "d-definition.yaml": definition,
    }),
  ).toEqual([]);
});

it("says each cause at the line of its field", async () => {
  const broken = deployment("web", -1).replace("- name: web", "- name: Web");
  expect((await findings({ "web.yaml": broken })).map((line) => line.slice(0, 90))).toEqual([
    "web.yaml:6:13 error Deployment web: spec.replicas: Invalid value: -1: must be greater than",
    "web.yaml:14:15 error Deployment web: spec.template.spec.containers[0].name: Invalid value:",
  ]);
});

it("points at the deepest part that is there for a field that is not", async () => {
  const service = "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  type: ClusterIP\n";
  expect(await findings({ "s.yaml": service })).toEqual(["s.yaml:4:1 error Service a: spec.ports: Required value"]);
});

it("knows unknown fields and fields that are set twice", async () => {
  const text = deployment("web", 1)
    .replace("  replicas: 1", "  replica: 1")
    .replace("        image: nginx", "        image: a\n        image: b");
  expect(await findings({ "web.yaml": text })).toEqual([
    'web.yaml:16:9 error Deployment web: key "image" already set in map',
    'web.yaml:6:12 error Deployment web: unknown field "spec.replica"',
  ]);
});

it("says what is no YAML, and goes on with the other documents", async () => {
  expect(await findings({ "x.yaml": `a: [1\n---\n${deployment("web", -1)}`, "y.yaml": "- 1\n" })).toEqual([
    "x.yaml:1:1 error: error converting YAML to JSON: yaml: line 1: did not find expected ',' or ']'",
    "y.yaml:1:1 error: the document is not an object, but a list",
    "x.yaml:8:13 error Deployment web: spec.replicas: Invalid value: -1: must be greater than or equal to 0",
  ]);
});

it("finds a list that is set twice by its own line", async () => {
  const pod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - {name: a, image: b}\n  containers:\n  - {name: a, image: b}\n";
  expect(await findings({ "p.yaml": pod })).toEqual(['p.yaml:7:3 error Pod a: key "containers" already set in map']);
});

it("has a line for whatever is no object, and goes on", async () => {
  const texts = {
    "tab.yaml": "kind: A\nmetadata:\n\tname: a\n",
    "cycle.yaml": "a: &a\n  b: *a\n",
    "laugh.yaml": `${["a: &a [x,x,x,x,x,x,x,x,x]", ..."bcdefg".split("").map((name, i) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdef"[i]}`).join()}]`)].join("\n")}\n`,
    "list.yaml": "apiVersion: v1\nkind: List\nitems: [3]\n",
    "none.yaml": "kind: ConfigMap\nmetadata: null\n",
    "types.yaml": "apiVersion: 3\nkind: [x]\n",
    "name.json": '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a\\nb"}}',
    "empty.yaml": "# only a comment\n---\n---\n",
  };
  expect((await findings(texts)).map((line) => line.replace(/: a lowercase.*/, ""))).toEqual([
    "tab.yaml:3:2 error: error converting YAML to JSON: yaml: line 3: found character that cannot start any token",
    "cycle.yaml:2:3 error: error converting YAML to JSON: yaml: anchor 'a' value contains itself",
    "laugh.yaml:1:1 error: error converting YAML to JSON: yaml: document contains excessive aliasing",
    "list.yaml:3:9 error: items[0] of the list is not an object",
    "none.yaml:1:1 error ConfigMap : apiVersion not set",
    "types.yaml:2:1 error x : [apiVersion isn't string type, kind isn't string type]",
    'name.json:1:64 error ConfigMap a\nb: metadata.name: Invalid value: "a\\nb"',
  ]);
});

it("reads lists, JSON, anchors, CRLF and a byte order mark", async () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Service\n  metadata: {name: a}\n  spec:\n    ports: [{port: 0, targetPort: 1}]\n`;
  const json = JSON.stringify(
    { apiVersion: "v1", kind: "Service", metadata: { name: "b" }, spec: { ports: [{ port: 0, targetPort: 1 }] } },
    null,
    1,
  );
  const anchored = `apiVersion: v1\nkind: Service\nmetadata: {name: c}\nspec:\n  ports:\n  - &port {port: 0, targetPort: 1, name: a}\n  - {<<: *port, name: b, protocol: UDP}\n`;
  const said = await findings({
    "list.yaml": list,
    "b.json": json,
    "anchored.yaml": anchored,
    "crlf.yaml": `\uFEFF${deployment("web", -1).replaceAll("\n", "\r\n")}`,
  });
  expect(said.map((line) => line.split(": Invalid value")[0])).toEqual([
    "list.yaml:8:20 error Service a: spec.ports[0].port",
    "b.json:10:13 error Service b: spec.ports[0].port",
    "anchored.yaml:6:18 error Service c: spec.ports[0].port",
    "anchored.yaml:6:18 error Service c: spec.ports[1].port",
    "crlf.yaml:6:13 error Deployment web: spec.replicas",
  ]);
});

it("names the rule of a definition and of a policy with its own line", async () => {
  const { objects } = await validate({
    files: filesOf({
      "w.yaml": widget(3, 1),
      "d.yaml": definition,
      "p.yaml": policy,
      "web.yaml": deployment("web", 9),
    }),
  });
  const rules = objects.flatMap((report) => report.findings.map(({ rule }) => rule));
  expect(rules).toMatchObject([
    { kind: "CustomResourceDefinition", expression: "self.min <= self.max", place: { file: "d.yaml", line: 19 } },
    { kind: "ValidatingAdmissionPolicy", name: "few", place: { file: "p.yaml", line: 10, column: 17 } },
  ]);
});

it("validates changes: transitions of rules and fields that cannot be changed", async () => {
  const before = {
    updateFrom: filesOf({ "d.yaml": definition, "w.yaml": widget(1, 2), "web.yaml": deployment("web", 1) }),
  };
  const after = {
    "w.yaml": widget(2, 3),
    "web.yaml": deployment("web", 1)
      .replace("matchLabels: {app: web}", "matchLabels: {app: other}")
      .replace("labels: {app: web}", "labels: {app: other}"),
  };
  const said = await findings(after, {}, before);
  expect(said.map((line) => line.slice(0, 72))).toEqual([
    'w.yaml:4:1 error Widget w: spec: Invalid value: "object": min stays',
    'web.yaml:7:3 error Deployment web: spec.selector: Invalid value: {"match',
  ]);
});

it("takes policies and objects that are there before from elsewhere", async () => {
  const quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: few}\nspec: {hard: {configmaps: 1}}\n";
  const maps =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n";
  const said = await findings({ "maps.yaml": maps }, {}, { context: filesOf({ "quota.yaml": quota }) });
  expect(said).toEqual([
    'maps.yaml:5:1 error ConfigMap b: configmaps "b" is forbidden: exceeded quota: few, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
  ]);
  for (const place of ["policies", "context", "updateFrom"])
    expect(
      await findings({ "web.yaml": deployment("web", 9) }, {}, { [place]: filesOf({ "p.yaml": policy }) }),
    ).toHaveLength(1);
});

it("makes namespaces that are named, unless they are wanted", async () => {
  const text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop}\n";
  expect(await findings({ "a.yaml": text })).toEqual([]);
  expect(await findings({ "a.yaml": text }, { strictNamespaces: true })).toEqual([
    'a.yaml:3:32 error ConfigMap a: namespaces "shop" not found',
  ]);
});

it("sends objects as somebody, by any of the verbs, at a release", async () => {
  const text = { "a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" };
  const said = await findings(text, { user: "ann", groups: ["devs"] });
  expect(said[0]).toContain('User "ann" cannot get resource "configmaps"');
  for (const as of ["create", "server-side", "apply"] as const) expect(await findings(text, { as })).toEqual([]);
  const newer = { "p.yaml": "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: a}\nspec: {}\n" };
  expect(await findings(newer)).toEqual([]);
  expect((await findings(newer, { release: "1.33" }))[0]).toContain("no matches for kind");
});

it("checks what comments expect", async () => {
  const expected = (comment: string, text: string): string => `# kubepad: ${comment}\n${text}`;
  expect(await findings({ "a.yaml": expected("refused: greater than or equal to 0", deployment("a", -1)) })).toEqual(
    [],
  );
  expect(await findings({ "a.yaml": expected("refused: something else", deployment("a", -1)) })).toHaveLength(2);
  expect(await findings({ "a.yaml": expected("refused", deployment("a", 1)) })).toEqual([
    "a.yaml:1:1 error Deployment a: it was expected to be refused, but it is accepted",
  ]);
  expect(
    await findings({
      "a.yaml": expected('becomes: {"spec": {"strategy": {"type": "RollingUpdate"}}}', deployment("a", 1)),
    }),
  ).toEqual([]);
  expect((await findings({ "a.yaml": expected("becomes: {spec: {replicas: 2}}", deployment("a", 1)) }))[0]).toContain(
    "but spec.replicas is 1",
  );
});

it("tells comments that expect nothing that there is", async () => {
  const said = async (comment: string) => findings({ "a.yaml": `${comment}\n${deployment("a", 1)}` });
  expect(await said("#kubepad:accepted")).toEqual([]);
  expect(await said("# kubepad: accepted  ")).toEqual([]);
  expect(await said("#  kubepad:  refused")).toEqual([
    "a.yaml:1:1 error Deployment a: it was expected to be refused, but it is accepted",
  ]);
  expect(await said("# kubepad: denied: at most five")).toEqual([
    'a.yaml:1:1 error Deployment a: "denied: at most five" is no expectation: a comment wants refused, warned, accepted or becomes',
  ]);
});

it("judges what a kustomization is built to at the lines of its parts", async () => {
  const texts: Texts = {
    "k/base/web.yaml": deployment("web", -1),
    "k/base/kustomization.yaml": "resources: [web.yaml]\nconfigMapGenerator:\n- name: Bad_Name\n  literals: [a=b]\n",
    "k/kustomization.yaml": "resources: [base]\nnamePrefix: x-\n",
  };
  const names = Object.keys(texts);
  const files: Files = {
    read: (path) => Promise.resolve(texts[path]),
    list: (path) => {
      const found = names.filter((name) => name.startsWith(`${path}/`)).map((name) => name.slice(path.length + 1));
      return Promise.resolve(found.length === 0 ? undefined : found);
    },
    write: () => Promise.reject(new Error("no")),
  };
  const { objects } = await validate({ files: [await readKustomization(files, "k")] });
  const said = objects.flatMap((report) =>
    report.findings.map(({ place, field }) => `${place.file}:${place.line} ${field}`),
  );
  expect(said.toSorted()).toEqual(["k/base/kustomization.yaml:3 metadata.name", "k/base/web.yaml:6 spec.replicas"]);
});

it("creates objects without asking for them before, and changes those that were sent or are the server's own", async () => {
  const { asked, close } = await openServer({});
  const sent: string[] = [];
  const handle: Handle = (exchange) => {
    const path = exchange.target.split("?")[0] ?? "";
    if (/configmaps|priorityclasses/.test(path)) sent.push(`${exchange.method} ${path.split("/").at(-1) ?? ""}`);
    return asked.handle(exchange);
  };
  const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\n`;
  const text = [
    map("a"),
    map("b"),
    `${map("a")}data: {changed: "yes"}\n`,
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: system-node-critical}\nvalue: 5\n",
  ].join("---\n");
  const { objects } = await validateManifests({ ...asked, handle }, { files: [{ name: "a.yaml", text }] });
  await close();
  expect(sent).toEqual([
    "GET system-node-critical",
    "PATCH system-node-critical",
    "POST configmaps",
    "POST configmaps",
    "GET a",
    "PATCH a",
  ]);
  expect(objects.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted", "accepted", "refused"]);
});

it("finds what the server tells without indices, and what it tells of all versions of a definition", async () => {
  const pod = `apiVersion: v1
kind: Pod
metadata: {name: p, labels: {app: web, size: 5}}
spec:
  containers:
  - name: a
    image: a
  - name: b
    image: b
    ports:
    - containerPort: 80
    - containerPort: 81
      protocol: 6
`;
  const labels = pod
    .replace("      protocol: 6\n", "")
    .replace("{name: p, labels: {app: web, size: 5}}", "\n  name: p\n  labels:\n    app: web\n    size: 5");
  const typo = definition
    .replace("max: {type: integer}", "max: {type: interger}")
    .replace(/ +x-kubernetes[^]*?min stays}\n/, "");
  const places = async (text: string) =>
    (await findings({ "a.yaml": text })).map((line) => line.replace(/^a\.yaml:(\d+:\d+) .*$/s, "$1"));
  expect(await places(pod.replace(", size: 5", ""))).toEqual(["13:17"]);
  expect(await places(labels)).toEqual(["7:11"]);
  const line = typo.split("\n").findIndex((each) => each.includes("interger"));
  expect(await places(typo)).toContain(`${line + 1}:27`);
});

it.each(["data: [a\n", "---b\n"])("tells files of a kustomization with %j at their own lines", async (end) => {
  const texts: Texts = {
    "over/kustomization.yaml": "resources: [../base]\n",
    "base/kustomization.yaml": "resources: [web.yaml]\n",
    "base/web.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n${end}`,
  };
  const files: Files = {
    read: (path) => Promise.resolve(texts[path]),
    list: (path) => {
      const found = Object.keys(texts).filter((name) => name.startsWith(`${path}/`));
      return Promise.resolve(found.length > 0 ? found : undefined);
    },
    write: () => Promise.reject(new Error("nothing is written")),
  };
  const { unreadable } = await readKustomization(files, "over");
  expect(unreadable.map(({ source, line }) => `${source.file}:${source.line + line + 1}`)).toEqual(["base/web.yaml:4"]);
});
