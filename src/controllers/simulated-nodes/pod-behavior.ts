import {
  type PodBehavior,
  podBehaviorKind,
  type ScriptedContainer,
  scriptsOf,
} from "../../component-helpers/pod-simulation/pod-scripts.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { BehaviorChange } from "./behavior.ts";
import type { KubeletContainer } from "./pod-types.ts";

const { group, version, kind } = podBehaviorKind;

export const podBehaviors = { group, version, resource: "podbehaviors" };

const seconds = { type: "number", minimum: 0 };
const probe = { type: "string", enum: ["success", "failure"] };

const container = {
  type: "object",
  properties: {
    name: { type: "string", description: "The name of the container; all containers if it is left out." },
    image: { type: "string", description: "The image of the container; any image if it is left out." },
    pull: { ...probe, description: "Whether the image can be pulled." },
    pullSeconds: { ...seconds, description: "How long it takes to pull the image." },
    runSeconds: { ...seconds, description: "How long the container runs; for ever if it is left out." },
    exitCode: { type: "integer", minimum: 0, maximum: 255, description: "How the container ends." },
    readiness: { ...probe, description: "What the readiness probe finds." },
    liveness: { ...probe, description: "What the liveness probe finds." },
    startup: { ...probe, description: "What the startup probe finds." },
    stopSeconds: { ...seconds, description: "How long the container takes to end after it was asked to." },
    memory: {
      type: "string",
      pattern: "^[0-9]+(\\.[0-9]+)?([KMGT]i?)?$",
      description: "The memory that the container uses; above its limit, it is killed.",
    },
    logs: { type: "string", description: "What the container logs each time that it runs." },
    terminationMessage: { type: "string", description: "What the container says as it ends." },
  },
};

/** The CustomResourceDefinition of PodBehavior, whose schema is what validates it. */
export const podBehaviorDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${podBehaviors.resource}.${podBehaviors.group}` },
  spec: {
    group: podBehaviors.group,
    scope: "Namespaced",
    names: { kind, plural: podBehaviors.resource, singular: "podbehavior" },
    versions: [
      {
        name: podBehaviors.version,
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec: {
                type: "object",
                required: ["containers"],
                properties: {
                  selector: {
                    type: "object",
                    description: "The pods of the namespace that are meant; all if it is left out.",
                    properties: {
                      matchLabels: { type: "object", additionalProperties: { type: "string" } },
                      matchExpressions: {
                        type: "array",
                        items: {
                          type: "object",
                          required: ["key", "operator"],
                          properties: {
                            key: { type: "string" },
                            operator: { type: "string", enum: ["In", "NotIn", "Exists", "DoesNotExist"] },
                            values: { type: "array", items: { type: "string" } },
                          },
                        },
                      },
                    },
                  },
                  containers: { type: "array", minItems: 1, items: container },
                },
              },
            },
          },
        },
      },
    ],
  },
};

function changeOf({
  name: _name,
  image: _image,
  logs: _logs,
  pull,
  memory,
  ...change
}: ScriptedContainer): BehaviorChange {
  return {
    ...change,
    ...(pull !== undefined && { pullFailure: pull === "failure" ? "NotFound" : undefined }),
    ...(memory !== undefined && { memory: Number(parseQuantity(memory).value) }),
  } as BehaviorChange;
}

/** Returns what PodBehavior objects say that a container does, in the order of their names. */
export function scriptedBehavior(
  behaviors: Iterable<PodBehavior>,
  pod: KubeObject,
  container: KubeletContainer,
): BehaviorChange {
  let change: BehaviorChange = {};
  for (const scripted of scriptsOf(behaviors, pod, container)) change = { ...change, ...changeOf(scripted) };
  return change;
}
