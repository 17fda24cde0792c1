import { isList, isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";
import type { Chooser } from "../chooser.ts";

/** A schema of OpenAPI v3 as kube-apiserver publishes it, as far as values are made by it. */
export interface PublishedSchema {
  readonly $ref?: string;
  readonly allOf?: readonly PublishedSchema[];
  readonly oneOf?: readonly PublishedSchema[];
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly properties?: Readonly<Record<string, PublishedSchema>>;
  readonly items?: PublishedSchema;
  readonly additionalProperties?: PublishedSchema | boolean;
  readonly "x-kubernetes-group-version-kind"?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** The schemas of a document by the name that references have. */
export type Schemas = ReadonlyMap<string, PublishedSchema>;

const quantity = "io.k8s.apimachinery.pkg.api.resource.Quantity";
const intOrString = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
const time = "io.k8s.apimachinery.pkg.apis.meta.v1.Time";
const microTime = "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime";

// oxfmt-ignore
const oddTexts = [
  "", "a", "A", "a b", "-a", "a.b", "a_b", "1", "0", "/a", "/a/../b", "../a", "a/b", "a=b", "a,b", "*", "*.a.b", "é",
  "x".repeat(64), "x".repeat(254), "example.com/a", "Example.com/A", "example.com/", "http", "https://a.b/c",
  "10.0.0.2", "10.0.0.300", "::1", "fd00::/8", "10.0.0.0/8", "10.1.2.3/8", "TCP", "true", "None", "Always",
  "default", "kube-system", "kubernetes.io/a", "node.kubernetes.io/unreachable", "cpu", "pods", "requests.cpu",
] as const;
const oddIntegers = [-1, 0, 1, 2, 10, 100, 101, 1000, 30000, 65535, 65536, 86401, 2147483647, -2147483648] as const;
const oddQuantities = ["0", "1", "-1", "100m", "1Gi", "1.5", "1e3", "0.5m", "abc", "", "1 Gi", "9E", 1, 1.5] as const;
const oddPorts = [0, 1, 80, 65536, -1, "http", "50%", "101%", "-1%", "", "a_b", "1", "x".repeat(16), "100%"] as const;
const oddTimes = [
  "2026-01-02T03:04:05Z",
  "2026-01-02T03:04:05.000006Z",
  "2026-13-02T03:04:05Z",
  "",
  "x",
  null,
] as const;
/** Names that are made from these are recognized in answers. */
const generatedBases = ["gen-", "gen", "gen-A", "gen-.", "gen-9"] as const;
const strangers: readonly [Json, ...Json[]] = [null, "", 0, true, 1.5, {}, [], ["a"], { a: "b" }];

/** Follows references of a schema, also those with a description or default beside them. */
export function resolved(
  schema: PublishedSchema,
  schemas: Schemas,
): { readonly name: string; readonly schema: PublishedSchema } {
  let [at, name] = [schema, ""];
  for (let depth = 0; depth < 10; depth++) {
    const reference = at.$ref ?? (at.allOf?.length === 1 ? at.allOf[0]?.$ref : undefined);
    if (reference === undefined) break;
    name = reference.replace("#/components/schemas/", "");
    at = schemas.get(name) ?? {};
  }
  return { name, schema: at };
}

/**
 * Values that fields of samples have, by the type that declares the field and the field's name, and by the name alone:
 * a value that is right elsewhere is often wrong in a way that a validation looks for.
 */
export class KnownValues {
  readonly #byField = new Map<string, Json[]>();

  /** Notes the values of all fields of an object of a type. */
  note(value: Json, schema: PublishedSchema, schemas: Schemas): void {
    const { name, schema: found } = resolved(schema, schemas);
    if (isList(value)) for (const item of value) this.note(item, found.items ?? {}, schemas);
    if (!isMap(value)) return;
    for (const [field, member] of Object.entries(value)) {
      for (const key of [`${name} ${field}`, field]) {
        const known = this.#byField.get(key) ?? [];
        this.#byField.set(key, known);
        if (known.length < 40) known.push(member);
      }
      this.note(member, memberSchema(found, field), schemas);
    }
  }

  /** Returns what fields of a name have in samples: at best those of the type. */
  of(type: string, field: string): readonly Json[] {
    return this.#byField.get(`${type} ${field}`) ?? this.#byField.get(field) ?? [];
  }
}

/** The schema of a member of an object. */
export function memberSchema({ properties, additionalProperties }: PublishedSchema, field: string): PublishedSchema {
  return properties?.[field] ?? (typeof additionalProperties === "object" ? additionalProperties : {});
}

/** Makes a value for a field: one of samples, of the declared type, or now and then of another type. */
export function fieldValue(
  schema: PublishedSchema,
  { schemas, known, choose }: { readonly schemas: Schemas; readonly known: KnownValues; readonly choose: Chooser },
  place: { readonly type: string; readonly field: string },
  depth = 0,
): Json {
  if (choose.chance(0.03)) return choose.pick(strangers);
  if (place.field === "generateName") return choose.pick(generatedBases);
  const [first, ...others] = known.of(place.type, place.field);
  if (first !== undefined && choose.chance(0.5)) return choose.pick([first, ...others]);
  const context = { schemas, known, choose };
  const { name, schema: found } = resolved(schema, schemas);
  const [value, ...values] = found.enum ?? [];
  if (value !== undefined && choose.chance(0.8)) return choose.pick([value, ...values]);
  if (name === quantity) return choose.pick(oddQuantities);
  if (name === intOrString) return choose.pick(oddPorts);
  if (name === time || name === microTime) return choose.pick(oddTimes);
  switch (found.type) {
    case "string":
      return found.format === "byte" ? choose.pick(["", "YQ==", "YQ", "!", "AAEC"]) : choose.pick(oddTexts);
    case "integer":
      return choose.pick(oddIntegers);
    case "number":
      return choose.pick([0, 1.5, -1, 1e21]);
    case "boolean":
      return choose.chance(0.5);
    case "array": {
      const count = choose.pick([0, 1, 1, 1, 2, 2, 3]);
      return Array.from({ length: depth > 3 ? 0 : count }, () =>
        fieldValue(found.items ?? {}, context, place, depth + 1),
      );
    }
    default:
      return found.properties === undefined
        ? mapValue(found, context, place, depth)
        : objectValue(name, found, context, depth);
  }
}

type Context = Parameters<typeof fieldValue>[1];

function objectValue(name: string, schema: PublishedSchema, context: Context, depth: number): JsonMap {
  const fields = Object.entries(schema.properties ?? {}).filter(([field]) => field !== "status");
  const chosen = context.choose.some(fields, depth > 3 ? 0.1 : Math.min(0.9, 3 / fields.length));
  return Object.fromEntries(
    chosen.map(([field, member]) => [field, fieldValue(member, context, { type: name, field }, depth + 1)]),
  );
}

function mapValue(
  schema: PublishedSchema,
  context: Context,
  place: Parameters<typeof fieldValue>[2],
  depth: number,
): Json {
  const item = typeof schema.additionalProperties === "object" ? schema.additionalProperties : { type: "string" };
  const keys = Array.from({ length: context.choose.below(3) }, () => context.choose.pick(oddTexts));
  return Object.fromEntries(keys.map((key) => [key, fieldValue(item, context, { ...place, field: key }, depth + 1)]));
}
