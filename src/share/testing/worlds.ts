import type { JsonObject } from "../../apimachinery/json/value.ts";

/** A request that makes a part of a world. */
export interface MakingRequest {
  readonly method: "POST" | "PATCH" | "PUT";
  readonly target: string;
  readonly type: string;
  readonly body: JsonObject;
}

const create = (target: string, body: JsonObject): MakingRequest => ({
  method: "POST",
  target,
  type: "application/json",
  body,
});

const apply = (manager: string, target: string, body: JsonObject): MakingRequest => ({
  method: "PATCH",
  target: `${target}?fieldManager=${manager}&force=true`,
  type: "application/apply-patch+yaml",
  body,
});

const frontend = "/apis/apps/v1/namespaces/shop/deployments/frontend";
const frontendMeta = { name: "frontend", namespace: "shop" };

/** An ownership state: a deployment that three managers share, in a namespace of its own. */
export const ownershipState: readonly MakingRequest[] = [
  create("/api/v1/namespaces?fieldManager=kubectl-create", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "shop" },
  }),
  apply("deployer", frontend, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...frontendMeta, labels: { app: "frontend", tier: "web" } },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "frontend" } },
      template: {
        metadata: { labels: { app: "frontend" } },
        spec: {
          containers: [
            {
              name: "frontend",
              image: "registry.example.com/shop/frontend:2.4.1",
              env: [{ name: "LEVEL", value: "debug" }],
              ports: [{ containerPort: 8080 }],
            },
          ],
        },
      },
    },
  }),
  apply("autoscaler", frontend, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: frontendMeta,
    spec: { replicas: 5 },
  }),
  {
    method: "PATCH",
    target: `${frontend}?fieldManager=kubectl-label`,
    type: "application/merge-patch+json",
    body: { metadata: { labels: { team: "checkout" } } },
  },
];

const watts = { type: "integer", minimum: 1, maximum: 100 };

const lamp = (name: string, spec: JsonObject): MakingRequest =>
  create("/apis/lights.example.com/v1/namespaces/default/lamps?fieldManager=kubectl-create", {
    apiVersion: "lights.example.com/v1",
    kind: "Lamp",
    metadata: { name },
    spec,
  });

/** A definition with a rule, and three objects of its kind. */
export const definitionWithThreeObjects: readonly MakingRequest[] = [
  create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldManager=kubectl-create", {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "lamps.lights.example.com" },
    spec: {
      group: "lights.example.com",
      scope: "Namespaced",
      names: { kind: "Lamp", plural: "lamps" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: "Watts", type: "integer", jsonPath: ".spec.watts" }],
          schema: {
            openAPIV3Schema: {
              type: "object",
              required: ["spec"],
              properties: {
                spec: {
                  type: "object",
                  required: ["watts"],
                  properties: {
                    watts,
                    colour: { type: "string", enum: ["white", "red", "blue"], default: "white" },
                    dimmed: { type: "boolean" },
                  },
                  "x-kubernetes-validations": [
                    {
                      rule: "!has(self.dimmed) || !self.dimmed || self.watts <= 60",
                      message: "a dimmed lamp has at most 60 watts",
                    },
                  ],
                },
                status: { type: "object", properties: { on: { type: "boolean" } } },
              },
            },
          },
        },
      ],
    },
  }),
  lamp("kitchen", { watts: 40 }),
  lamp("garden", { watts: 100, colour: "red" }),
  lamp("bedroom", { watts: 25, colour: "blue", dimmed: true }),
];
