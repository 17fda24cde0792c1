import { expect, test } from "vitest";
import { encodeJson } from "../../src/apimachinery/json/encode.ts";
import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import { validate } from "../../src/validate/server.ts";
import { container, controls, type Changes, type Control } from "./controls.ts";

const isOfPods = ({ refused }: Control): boolean => !("objects" in refused);

/** A pod that meets all controls, with changes; the names of accounts and namespaces are made. */
function pod({ container: own = {}, spec = {}, metadata = {} }: Changes): JsonObject {
  const changed = Object.entries({ ...container, ...own }).filter(([, value]) => value !== null);
  return {
    metadata: { name: "a", namespace: "shop", labels: { owner: "shop", "app.kubernetes.io/name": "web" }, ...metadata },
    spec: {
      automountServiceAccountToken: false,
      serviceAccountName: "web",
      containers: [Object.fromEntries(changed)],
      ...spec,
    },
  };
}

/** The pod as one of the kinds that make pods, and as itself. */
function workloads(changes: Changes): readonly JsonObject[] {
  const { metadata = {}, spec = {} } = pod(changes);
  const template = { metadata: { labels: { owner: "shop" } }, spec };
  const selector = { matchLabels: { owner: "shop" } };
  const job = { template: { spec: { ...(spec as JsonObject), restartPolicy: "Never" } } };
  return [
    { apiVersion: "v1", kind: "Pod", metadata, spec },
    { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { selector, template } },
    { apiVersion: "batch/v1", kind: "CronJob", metadata, spec: { schedule: "0 1 * * *", jobTemplate: { spec: job } } },
  ];
}

const accounts = ["shop", "default"].map((namespace) => ({
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "web", namespace },
}));

const podSpec =
  'object.kind == "Pod" ? object.spec : object.kind == "CronJob" ? object.spec.jobTemplate.spec.template.spec : object.spec.template.spec';
const allContainers =
  "variables.spec.containers + (has(variables.spec.initContainers) ? variables.spec.initContainers : [])";

function policyOf(control: Control): readonly JsonObject[] {
  const name = control.ids.split(" ")[0]?.toLowerCase() ?? "";
  const rule = isOfPods(control)
    ? { apiGroups: ["", "apps", "batch"], resources: ["pods", "deployments", "cronjobs"] }
    : { apiGroups: ["", "rbac.authorization.k8s.io", "networking.k8s.io"], resources: kindsOf(control) };
  const variables = [
    { name: "spec", expression: podSpec },
    { name: "containers", expression: allContainers },
  ];
  const type = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name } };
  return [
    {
      ...type,
      kind: "ValidatingAdmissionPolicy",
      spec: {
        matchConstraints: { resourceRules: [{ ...rule, apiVersions: ["v1"], operations: ["CREATE", "UPDATE"] }] },
        ...(isOfPods(control) && { variables }),
        validations: [{ expression: control.expression, message: control.requires }],
      },
    },
    { ...type, kind: "ValidatingAdmissionPolicyBinding", spec: { policyName: name, validationActions: ["Deny"] } },
  ];
}

const kindsOf = ({ refused }: Control): readonly string[] =>
  "objects" in refused ? [`${String(refused.objects[0]["kind"]).toLowerCase()}s`.replace("sss", "sses")] : [];

/** The object by another name, so that it is not a change of the one that passes. */
const renamed = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: { ...(object["metadata"] as JsonObject), name: "refused" },
});

const textOf = (objects: readonly JsonObject[], comment = ""): string =>
  objects.map((object) => `${comment}${encodeJson(object)}\n`).join("---\n");

test("has at least forty controls", () => {
  expect(new Set(controls.flatMap(({ ids }) => ids.split(" "))).size).toBeGreaterThanOrEqual(40);
  expect(controls.length).toBeGreaterThanOrEqual(40);
});

test.each(controls)("$ids: $requires", async (control) => {
  const { refused, requires } = control;
  const [passing, failing] =
    "objects" in refused ? refused.objects.map((one) => [one]) : [workloads({}), workloads(refused)];
  const { objects, problems, passed } = await validate({
    policies: [{ name: "policy.yaml", text: textOf(policyOf(control)) }],
    context: [{ name: "accounts.yaml", text: textOf(accounts) }],
    files: [
      { name: "passes.yaml", text: textOf(passing ?? [], "# kubepad: accepted\n") },
      {
        name: "refused.yaml",
        text: textOf((failing ?? []).map(renamed), `# kubepad: refused: denied request: ${requires}\n`),
      },
    ],
  });
  expect([...problems, ...objects.flatMap(({ findings }) => findings)].map(({ message }) => message)).toEqual([]);
  expect(objects.filter(({ expected }) => expected)).toHaveLength(failing?.length ?? 0);
  expect(passed).toBe(true);
});
