import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { ownersOf, valueAt } from "../client/managed-fields.ts";
import { resourcePath, withQuery } from "../client/resource-path.ts";
import type { Claim, Scenario, ScenarioStep, StepRequest } from "./scenario.ts";

const name = "nginx-deployment";
const replicas = ".spec.replicas";
const deployments = { group: "apps", version: "v1", resource: "deployments" };

/**
 * Transfers the ownership of a deployment's replicas from a user to an autoscaler (server-side apply, "Transferring
 * ownership").
 */
export function createHandover(namespace: string): Scenario {
  return {
    id: "handover",
    title: "Replicas handed over to an autoscaler",
    words:
      "A user applies a deployment with a number of replicas. Then an autoscaler takes over. Two managers set one field: who owns it, who gets a conflict, and how ownership moves without a wrong number of replicas in between.",
    namespace,
    steps: [
      makeNamespace(namespace),
      userCreates(namespace),
      autoscalerTakes(namespace),
      userConflicts(namespace),
      userGivesUp(namespace),
      autoscalerGoesOn(namespace),
    ],
  };
}

const makeNamespace = (namespace: string): ScenarioStep => ({
  id: "namespace",
  title: "Create a namespace",
  words: `The lesson creates the namespace ${namespace} and uses only that. Deleting it removes everything again.`,
  request: {
    method: "POST",
    target: resourcePath({ group: "", version: "v1", resource: "namespaces" }),
    type: "application/json",
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
  },
  claims: [{ words: `namespace ${namespace} exists`, holds: ({ object }) => object?.metadata.name === namespace }],
});

const userCreates = (namespace: string): ScenarioStep => ({
  id: "create",
  title: "The user applies the deployment",
  words:
    "The manifest sets three replicas. An applier owns the fields that it applies: user becomes the manager of every field in the manifest, and of no other. Fields that the server defaults have no owner.",
  actor: "user",
  request: apply(namespace, "user", deployment(namespace, "nginx:1.28", 3)),
  claims: [
    status(201),
    replicasAre(3),
    ownedBy("user"),
    {
      words: "no manager owns .spec.strategy, a default",
      holds: ({ object }) =>
        object !== undefined &&
        valueAt(object, [
          { kind: "field", name: "spec" },
          { kind: "field", name: "strategy" },
        ]) !== undefined &&
        ownersOf(object, ".spec.strategy.type").length === 0,
    },
  ],
});

const autoscalerTakes = (namespace: string): ScenarioStep => ({
  id: "take",
  title: "The autoscaler takes the field",
  words:
    "The autoscaler manages one field, so its manifest has only that one, set to five. Controllers cannot resolve conflicts interactively: they apply with force and take over the field.",
  actor: "autoscaler",
  request: apply(namespace, "autoscaler", onlyReplicas(namespace, 5), true),
  claims: [
    status(200),
    replicasAre(5),
    ownedBy("autoscaler"),
    {
      words: "user no longer owns it",
      holds: ({ object }) =>
        object !== undefined && !ownersOf(object, replicas).some((manager) => manager.name === "user"),
    },
  ],
});

const userConflicts = (namespace: string): ScenarioStep => ({
  id: "conflict",
  title: "The user applies again and gets a conflict",
  words:
    "The user changes the image, but the manifest still sets three replicas. Applying it would undo the change of the autoscaler. The server rejects the whole request and names the field and its manager. Nothing is stored.",
  actor: "user",
  request: apply(namespace, "user", deployment(namespace, "nginx:1.29", 3)),
  claims: [
    {
      words: "the response is 409 Conflict",
      holds: (answer) => answer.status === 409 && answer.refusal?.reason === "Conflict",
    },
    {
      words: `its cause is a conflict with autoscaler over ${replicas}`,
      holds: ({ refusal }) =>
        refusal?.details?.causes?.some(
          (cause) => cause.field === replicas && cause.message === 'conflict with "autoscaler"',
        ) === true,
    },
  ],
});

const userGivesUp = (namespace: string): ScenarioStep => ({
  id: "give-up",
  title: "The user gives up the field",
  words:
    "The user removes replicas from the manifest and applies the rest. The autoscaler already owns the field, so its value stays. Without another owner it would fall back to its default of one.",
  actor: "user",
  request: apply(namespace, "user", deployment(namespace, "nginx:1.29", undefined)),
  claims: [
    status(200),
    replicasAre(5),
    ownedBy("autoscaler"),
    {
      words: "user owns the image, and changed it",
      holds: ({ object }) =>
        object !== undefined &&
        ownersOf(object, image).some((manager) => manager.name === "user") &&
        valueAt(object, imageSteps) === "nginx:1.29",
    },
  ],
});

const autoscalerGoesOn = (namespace: string): ScenarioStep => ({
  id: "go-on",
  title: "Both apply independently",
  words:
    "The autoscaler sets seven, without force: there is no conflict. The user can apply the manifest any number of times; it no longer sets replicas.",
  actor: "autoscaler",
  request: apply(namespace, "autoscaler", onlyReplicas(namespace, 7)),
  claims: [status(200), replicasAre(7), ownedBy("autoscaler")],
});

const container = '[name="nginx"]';
const image = `.spec.template.spec.containers${container}.image`;
const imageSteps = [
  ...["spec", "template", "spec", "containers"].map((field) => ({ kind: "field", name: field }) as const),
  { kind: "key", keys: { name: "nginx" } } as const,
  { kind: "field", name: "image" } as const,
];

const status = (code: 200 | 201): Claim => ({
  words: code === 201 ? "the response is 201 Created" : "the response is 200 OK",
  holds: (answer) => answer.status === code,
});
const replicasAre = (count: number): Claim => ({
  words: `${replicas} is ${count}`,
  holds: ({ object }) =>
    valueAt(object, [
      { kind: "field", name: "spec" },
      { kind: "field", name: "replicas" },
    ]) === count,
});
const ownedBy = (manager: string): Claim => ({
  words: `${manager} alone owns ${replicas}`,
  holds: ({ object }) =>
    object !== undefined &&
    ownersOf(object, replicas)
      .map((owner) => owner.name)
      .join() === manager,
});

function apply(namespace: string, fieldManager: string, body: JsonObject, force?: true): StepRequest {
  return {
    method: "PATCH",
    target: withQuery(resourcePath({ ...deployments, namespace }, name), { fieldManager, force }),
    type: "application/apply-patch+yaml",
    body,
  };
}

const identity = (namespace: string) => ({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name, namespace } });

const onlyReplicas = (namespace: string, count: number): JsonObject => ({
  ...identity(namespace),
  spec: { replicas: count },
});

function deployment(namespace: string, nginx: string, count: number | undefined): JsonObject {
  const labels = { app: "nginx" };
  const spec: Record<string, JsonValue> = {
    ...(count !== undefined && { replicas: count }),
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: "nginx", image: nginx, ports: [{ containerPort: 80 }] }] },
    },
  };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name, namespace, labels }, spec };
}
