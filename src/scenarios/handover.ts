import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { ownersOf, valueAt } from "../client/managed-fields.ts";
import { resourcePath, withQuery } from "../client/resource-path.ts";
import type { Claim, Scenario, ScenarioStep, StepRequest } from "./scenario.ts";

const name = "nginx-deployment";
const replicas = ".spec.replicas";
const deployments = { group: "apps", version: "v1", resource: "deployments" };

/**
 * The replicas of a deployment are handed over from a user to an autoscaler (server-side apply, "Transferring
 * ownership").
 */
export function createHandover(namespace: string): Scenario {
  return {
    id: "handover",
    title: "Replicas handed over to an autoscaler",
    words:
      "A user applies a deployment and says how many replicas it has. Then an autoscaler is to decide that. Two managers want one field: who has it, who notices, and how it changes hands without a moment of wrong replicas.",
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
  title: "A place of its own",
  words: `The lesson makes a namespace, ${namespace}, and stays inside it. Deleting the namespace takes everything away again.`,
  request: {
    method: "POST",
    target: resourcePath({ group: "", version: "v1", resource: "namespaces" }),
    type: "application/json",
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
  },
  claims: [{ words: `namespace ${namespace} is there`, holds: ({ object }) => object?.metadata.name === namespace }],
});

const userCreates = (namespace: string): ScenarioStep => ({
  id: "create",
  title: "The user applies the deployment",
  words:
    "The manifest says three replicas. Whoever applies a field owns it: user becomes the manager of everything that stands in the manifest, and of nothing else. Defaults that the server adds belong to nobody.",
  actor: "user",
  request: apply(namespace, "user", deployment(namespace, "nginx:1.28", 3)),
  claims: [
    status(201),
    replicasAre(3),
    ownedBy("user"),
    {
      words: "nobody owns .spec.strategy, a default",
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
    "The autoscaler cares for one field only, so its manifest has only that one, with five. Controllers cannot argue about conflicts with anybody: they apply with force, and the field changes hands. The user is not asked.",
  actor: "autoscaler",
  request: apply(namespace, "autoscaler", onlyReplicas(namespace, 5), true),
  claims: [
    status(200),
    replicasAre(5),
    ownedBy("autoscaler"),
    {
      words: "user does not own it any more",
      holds: ({ object }) =>
        object !== undefined && !ownersOf(object, replicas).some((manager) => manager.name === "user"),
    },
  ],
});

const userConflicts = (namespace: string): ScenarioStep => ({
  id: "conflict",
  title: "The user applies again, and is told",
  words:
    "A new image, and the old manifest around it: it still says three replicas. Applying it would undo what the autoscaler did. The server refuses the whole request and names the field and its manager; nothing is stored.",
  actor: "user",
  request: apply(namespace, "user", deployment(namespace, "nginx:1.29", 3)),
  claims: [
    {
      words: "the server answers 409 Conflict",
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
  title: "The user gives the field up",
  words:
    "The user takes replicas out of the manifest and applies the rest. The autoscaler owns the field already, so it stays as it is: there is no moment in which it falls back to its default of one. Had nobody else owned it, that is what would have happened.",
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
  title: "Each minds their own",
  words:
    "The autoscaler goes to seven, without force: nobody stands in its way. The user can apply the manifest as often as they like; it does not speak of replicas any more.",
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
  words: code === 201 ? "the server answers 201 Created" : "the server answers 200 OK",
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
