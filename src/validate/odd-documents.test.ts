import { expect, it } from "vitest";
import { nameText } from "./report.ts";
import { validate } from "./server.ts";

type Texts = Readonly<Record<string, string>>;

/** Validates texts by their names, and returns each finding as `PLACE: MESSAGE`, cut. */
async function findings(texts: Texts, before?: Texts): Promise<readonly string[]> {
  const filesOf = (of: Texts) => Object.entries(of).map(([name, text]) => ({ name, text }));
  const updateFrom = before && filesOf(before);
  const { objects, problems } = await validate({ files: filesOf(texts), ...(updateFrom && { updateFrom }) });
  return [...problems, ...objects.flatMap((object) => object.findings)].map(({ place, level, message }) =>
    `${place.file}:${place.line}:${place.column}: ${level}: ${message}`.slice(0, 96),
  );
}

const map = (name: string, more = ""): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${more}`;
const bad = 'error: metadata.name: Invalid value: "Bad"';

/** Texts, and the beginnings of what is said of them. */
// oxfmt-ignore
const texts: readonly (readonly [title: string, text: string, ...said: readonly string[]])[] = [
  ["lists in lists", "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: Bad}\n- apiVersion: v1\n  kind: ConfigMapList\n  items: [{metadata: {name: a}, data: {k: 1}}]\n", `a.yaml:9:22: ${bad}`, "a.yaml:12:43: error: ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot un"],
  ["an item that is no object", "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n- just text\n", "a.yaml:7:3: error: items[1] of the list is not an object"],
  ["a document in the line of a separator", `${map("a")}--- {apiVersion: v1, kind: ConfigMap, metadata: {name: Bad}}\n`, "a.yaml:4:1: error: invalid Yaml document separator: {apiVersion: v1, kind: ConfigMap, metadata:"],
  ["separators with text right behind them", `---Bad\n${map("a")}--- # --- b\n${map("Bad")}`, "a.yaml:1:1: error: invalid Yaml document separator: Bad", `a.yaml:8:18: ${bad}`],
  ["separators with comments", `--- # one\n${map("a")}--- # two\n${map("Bad")}---\t\n`, `a.yaml:8:18: ${bad}`],
  ["what follows the end of a document", `${map("a")}...\n# then\n${map("Bad")}`, "a.yaml:6:1: error: kubectl reads nothing after the end of a document: begin another one with"],
  ["nothing after the end of a document", `${map("a")}...\n# done\n---\n${map("b")}...\n`],
  ["JSON values that follow each other after a separator", `---\n{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}\n{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}\n`, "a.yaml:3:1: error: kubectl reads nothing after the end of a document: begin another one with"],
  ["a byte order mark of each of several files that were joined", `\uFEFF${map("a")}---\n\uFEFF${map("Bad")}`, `a.yaml:7:18: ${bad}`],
  ["line ends of old editors", map("Bad").replaceAll("\n", "\r"), `a.yaml:3:18: ${bad}`],
  ["an anchor of another document", "apiVersion: v1\nkind: ConfigMap\nmetadata: &m {name: a}\n---\napiVersion: v1\nkind: Secret\nmetadata: *m\n", "a.yaml:7:1: error: error converting YAML to JSON: yaml: unknown anchor 'm' referenced"],
  ["a quantity", map("a").replace("ConfigMap", "Pod") + "spec:\n  containers:\n  - name: c\n    image: i\n    resources:\n      limits: {memory: 1Gi, cpu: 1x}\n", "a.yaml:9:34: error: Pod in version \"v1\" cannot be handled as a Pod: quantities must match the re"],
  ["a time", map("a").replace("{name: a}", "{name: a, creationTimestamp: yesterday}"), 'a.yaml:3:40: error: ConfigMap in version "v1" cannot be handled as a ConfigMap: parsing time "ye'],
  ["base64", map("a", "binaryData:\n  a: YQ==\n  b.txt: 'no base64'\n"), 'a.yaml:6:10: error: ConfigMap in version "v1" cannot be handled as a ConfigMap: illegal base64 d'],
  ["a name that is to be made", map("a").replace("name:", "generateName:"), "a.yaml:3:26: error: from a: cannot use generate name with apply"],
  ["a kind in lower case", map("a").replace("ConfigMap", "configmap"), 'a.yaml:2:7: error: configmap in version "v1" cannot be handled as a ConfigMap: no kind "configma'],
  ["a version of three parts", map("a").replace("v1", "a/b/c"), "a.yaml:1:13: error: unexpected GroupVersion string: a/b/c"],
  ["a label that is no text", map("a, labels: {b: true}"), "a.yaml:3:33: error: json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels"],
  ["a namespace that cannot be made", map("a, namespace: No_Such"), 'a.yaml:3:32: error: namespaces "No_Such" not found'],
];
it.each(texts)("tells of %s", async (_, text, ...said) => {
  expect(await findings({ "a.yaml": text })).toEqual(said.map((line) => expect.stringContaining(line)));
});

it("tells of an object that is written twice, but not of the same file given twice", async () => {
  const [first, second] = [map("a", "data: {x: '1'}\n"), map("a", "data: {x: '2'}\n")];
  expect(await findings({ "a.yaml": first, "b.yaml": `# b\n${second}` })).toEqual([
    "b.yaml:2:1: warning: the same object is at a.yaml:1:1, too; this one is sent later and counts",
  ]);
  const file = { name: "a.yaml", text: first };
  const { passed, objects } = await validate({ policies: [file], files: [file] }, { as: "create" });
  expect([passed, objects.length]).toEqual([true, 1]);
});

it("does not call objects the same that differ in their group or namespace, or of which a test expects something", async () => {
  const event = "apiVersion: events.k8s.io/v1\nkind: Event\nmetadata: {name: a}\n";
  expect(
    await findings({
      "a.yaml": `${map("a")}---\n${map("a, namespace: b")}---\n# kubepad: accepted\n${map("a")}---\n${event.replace("Event", "Nothing")}`,
    }),
  ).toEqual([expect.stringContaining("no matches for kind")]);
});

it("tells of fields of an update that the server names otherwise, or not at all", async () => {
  const service = (ip: string) =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  clusterIP: ${ip}\n  ports: [{port: 80}]\n`;
  const set = (name: string) =>
    `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: s}\nspec:\n  serviceName: ${name}\n  selector: {matchLabels: {a: b}}\n  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}\n`;
  expect(await findings({ "s.yaml": service("10.0.0.10") }, { "s.yaml": service("10.0.0.9") })).toEqual([
    's.yaml:5:14: error: spec.clusterIPs[0]: Invalid value: ["10.0.0.10"]: may not change once set',
  ]);
  const { objects } = await validate({
    files: [{ name: "s.yaml", text: set("y") }],
    updateFrom: [{ name: "s.yaml", text: set("x") }],
  });
  expect(objects.flatMap((each) => each.findings.map(({ place, hint }) => [place.line, place.column, hint]))).toEqual([
    [5, 16, "spec.serviceName takes a text, and a bool was sent: write it in quotes"],
  ]);
});

it("names an object that has no kind or no name by what it has", async () => {
  const { objects } = await validate({ files: [{ name: "a.yaml", text: `NAME: x\n---\n${map("''")}` }] });
  expect(objects.map(({ object }) => nameText(object))).toEqual(["object without a kind", "ConfigMap without a name"]);
});

it("hints at each thing that is missing where it is told", async () => {
  const text = map("s").replace("ConfigMap", "Secret") + "type: kubernetes.io/tls\n";
  const { objects } = await validate({ files: [{ name: "s.yaml", text }] });
  expect(objects.flatMap(({ findings: found }) => found.flatMap(({ hint }) => hint ?? []))).toEqual([
    "set data[tls.crt]",
    "set data[tls.key]",
  ]);
});
