import type { JsonObject, JsonValue } from "../../src/apimachinery/json/value.ts";
import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";

/** A generated CustomResourceDefinition for measurements. */
export interface GeneratedDefinition {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
  /** The JSON to post. */
  readonly text: string;
  readonly schema: JsonObject;
  readonly ruleCount: number;
}

type Props = Readonly<Record<string, JsonValue>>;

const words = [
  "the",
  "desired",
  "state",
  "of",
  "a",
  "component",
  "that",
  "serves",
  "requests",
  "with",
  "references",
  "to",
  "secrets",
  "in",
  "its",
  "namespace",
  "and",
  "limits",
  "for",
  "each",
  "replica",
] as const;
const stems = [
  "listener",
  "backend",
  "storage",
  "retention",
  "policy",
  "endpoint",
  "template",
  "strategy",
  "credential",
  "issuer",
  "replica",
  "quota",
  "schedule",
  "target",
  "mirror",
  "gateway",
] as const;

const sentence = (random: SeededRandom): string =>
  `${Array.from({ length: 10 + random.below(14) }, () => random.pick(words)).join(" ")}.`;

/** Scalar schemas as in real CustomResourceDefinitions. */
const leaves: readonly [(random: SeededRandom) => Props, ...((random: SeededRandom) => Props)[]] = [
  (random) => ({ type: "string", maxLength: 32 + random.below(200) }),
  () => ({ type: "string", minLength: 1, maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" }),
  () => ({ type: "string", enum: ["Always", "IfNotPresent", "Never"], default: "Always" }),
  (random) => ({ type: "integer", format: "int32", minimum: 0, maximum: 1000 + random.below(1000) }),
  (random) => ({ type: "integer", default: random.below(10) }),
  () => ({ type: "boolean", default: false }),
  () => ({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] }),
  () => ({ type: "string", format: "date-time" }),
  () => ({ type: "object", maxProperties: 16, additionalProperties: { type: "string", maxLength: 128 } }),
  () => ({ type: "array", maxItems: 16, items: { type: "string", maxLength: 64 }, "x-kubernetes-list-type": "set" }),
];

/** Generates a schema of a given size. */
class SchemaGrower {
  readonly #random: SeededRandom;
  #left: number;
  ruleCount = 0;

  constructor(random: SeededRandom, size: number) {
    this.#random = random;
    this.#left = size;
  }

  get isDone(): boolean {
    return this.#left <= 0;
  }

  /** Returns an object schema with properties. Every second one near the root has validation rules. */
  object(depth: number): Props {
    const properties: Record<string, JsonValue> = {
      enabled: { type: "boolean", default: true },
      minimum: { type: "integer", default: 1 },
      maximum: { type: "integer", default: 8 },
      mode: { type: "string", maxLength: 16 },
    };
    for (let i = 2 + this.#random.below(5); i > 0; i--) this.#put(properties, this.#leaf());
    for (let i = depth > 4 ? 0 : 1 + this.#random.below(2); i > 0 && !this.isDone; i--)
      this.#put(properties, this.#branch(depth + 1));
    this.#left -= 330;
    return {
      type: "object",
      description: sentence(this.#random),
      required: ["enabled"],
      properties,
      ...(this.#random.below(5) < 2 && this.#rules()),
    };
  }

  /** Adds scalar properties until at most the given size is left. */
  leaves(left: number): Props {
    const properties: Record<string, JsonValue> = {};
    while (this.#left > left) this.#put(properties, this.#leaf());
    return properties;
  }

  #put(properties: Record<string, JsonValue>, schema: Props): void {
    properties[`${this.#random.pick(stems)}${Object.keys(properties).length}`] = schema;
  }

  #leaf(): Props {
    const leaf = { description: sentence(this.#random), ...this.#random.pick(leaves)(this.#random) };
    this.#left -= JSON.stringify(leaf).length + 20;
    return leaf;
  }

  #branch(depth: number): Props {
    const inner = this.object(depth);
    if (this.#random.below(4) > 0) return inner;
    const named = {
      ...inner,
      required: ["enabled", "name"],
      properties: { name: { type: "string", maxLength: 63 }, ...(inner["properties"] as JsonObject) },
    };
    return {
      type: "array",
      maxItems: 4,
      description: sentence(this.#random),
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: named,
    };
  }

  #rules(): Props {
    const limit = this.#random.below(1000);
    const rules: readonly JsonObject[] = [
      {
        rule: `self.minimum <= self.maximum && self.maximum - self.minimum < ${limit + 8}`,
        message: "the minimum must not be above the maximum",
      },
      {
        rule: `!has(self.mode) || self.mode != 'off-${limit}' || !self.enabled`,
        messageExpression: `'mode off-${limit} is not for what is enabled: ' + self.mode`,
        fieldPath: ".mode",
      },
      {
        rule: `!has(self.mode) || self.mode.startsWith('m') || self.mode.size() > ${limit % 8}`,
        reason: "FieldValueInvalid",
      },
    ];
    const taken = rules.slice(0, 1 + this.#random.below(rules.length));
    this.ruleCount += taken.length;
    this.#left -= JSON.stringify(taken).length;
    return { "x-kubernetes-validations": taken };
  }
}

function definitionOf(seed: number, schema: JsonObject, ruleCount: number): GeneratedDefinition {
  const [group, plural, kind] = [`generated-${seed}.example.com`, `platforms`, "Platform"];
  const text = JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions: [
        { name: "v1", served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: schema } },
      ],
    },
  });
  return { group, plural, kind, text, schema, ruleCount };
}

const wholeResource = (spec: Props): JsonObject => ({
  type: "object",
  description: "A platform.",
  properties: {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    metadata: { type: "object" },
    spec,
    status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
});

/**
 * Generates a definition with a schema of about the given number of bytes and with rules throughout; different for each
 * seed.
 */
export function generateDefinition(seed: number, size: number): GeneratedDefinition {
  const grower = new SchemaGrower(createSeededRandom(seed), size);
  const properties: Record<string, JsonValue> = {};
  while (!grower.isDone) properties[`section${Object.keys(properties).length}`] = grower.object(1);
  return definitionOf(seed, wholeResource({ type: "object", properties }), grower.ruleCount);
}

/** Generates a definition of about the given size with the given number of nested object levels, each with a rule. */
export function generateNested(seed: number, levels: number, size: number): GeneratedDefinition {
  const grower = new SchemaGrower(createSeededRandom(seed), size);
  let inner: Props = { type: "object", properties: { size: { type: "integer", default: 1 } } };
  for (let level = levels; level > 0; level--) {
    const rules = [{ rule: `self.size < ${seed + level + 1000}` }];
    const settings = grower.leaves((size * (level - 1)) / levels);
    inner = {
      type: "object",
      description: `Level ${level}.`,
      properties: {
        ...settings,
        size: { type: "integer", default: level },
        name: { type: "string", maxLength: 63 },
        inner,
      },
      "x-kubernetes-validations": rules,
    };
  }
  return definitionOf(seed, wholeResource(inner), levels);
}
