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

const cpu = { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?[num]?$" };
const quantity = { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?([num]|[kKMGT]i?)?$" };
const change = (description: string) => ({
  type: "object",
  description,
  required: ["from", "to", "seconds"],
  properties: { from: quantity, to: quantity, seconds: { type: "number", minimum: 1 } },
});

const metric = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, description: "cpu, memory, or the name of another metric of the pods." },
    container: { type: "string", description: "The container that uses it; the first one if it is left out." },
    service: { type: "string", description: "The Service whose ready endpoints share the quantity." },
    external: {
      type: "object",
      description: "The labels of an external metric, which is about no object.",
      additionalProperties: { type: "string" },
    },
    value: { ...quantity, description: "The quantity, if it does not change." },
    ramp: change("The quantity goes from one value to another in so many seconds, and stays there."),
    wave: change("The quantity goes from one value to another and back in so many seconds, again and again."),
  },
};

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
    cpu: { ...cpu, description: "The CPUs that the container uses, for the metrics API." },
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
                anyOf: [{ required: ["containers"] }, { required: ["metrics"] }],
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
                  metrics: {
                    type: "array",
                    description: "What is measured of the pods, of a Service, or of neither.",
                    items: metric,
                  },
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
  cpu: _cpu,
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
