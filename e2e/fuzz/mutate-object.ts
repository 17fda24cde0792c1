import { Double, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";
import type { Dice } from "../../src/apiserver/codec/testing/generate-object.ts";
import type { Field, ObjectSchema, ScalarType, Schema } from "../../src/apiserver/schema/schema.ts";

/** Returns one of the values. */
export const pick = <T>(dice: Dice, values: readonly [T, ...T[]]): T =>
  values[Math.floor(dice() * values.length)] ?? values[0];

// oxfmt-ignore
const texts = [
  "", "a", "b", "web", "A b", "-", "a.b", "example.com/a", "a/b/c", "kubernetes.io/x", "x".repeat(70), "x".repeat(300), "é", "50%", "*", "/", "/a", "../a", "a\nb",
  "1.2.3.4", "10.0.0.0/24", "::1", "2001:db8::/64", "None", "TCP", "UDP", "Always", "Never", "OnFailure", "All", "Allow", "Exists", "In", "NotIn", "Equal", "NoSchedule",
  "NoExecute", "Delete", "Retain", "Fail", "Ignore", "Local", "Cluster", "NodePort", "ClusterIP", "ExternalName", "LoadBalancer", "Filesystem", "Block", "ReadWriteOnce",
  "v1", "Pod", "pods", "User", "Group", "ServiceAccount", "client auth", "Queue", "Limited", "Exempt", "true", "object.x > 1", "self == oldSelf", "* * * * *", "Etc/UTC",
] as const;

// oxfmt-ignore
const scalars: Readonly<Record<ScalarType, (dice: Dice) => JsonValue>> = {
  string: (dice) => pick(dice, texts),
  bool: (dice) => dice() < 0.5,
  int32: (dice) => pick(dice, [0, 1, -1, 2, 3, 80, 443, 1000, 30000, 65536, 2147483647, -2147483648]),
  int64: (dice) => pick<JsonValue>(dice, [0, 1, -1, 30, 3600, 2 ** 40, 9223372036854775807n, -9223372036854775808n]),
  float64: (dice) => pick<JsonValue>(dice, [0.5, -1.25, new Double(1), 1e300]),
  number: (dice) => pick(dice, [0, 1, 0.5]),
  bytes: (dice) => pick(dice, ["", "AA==", "aGVsbG8=", "e30="]),
  quantity: (dice) => pick(dice, ["0", "1", "-1", "100m", "1.5", "1Gi", "64Mi", "1e3", "1Ei", "100000000000E"]),
  intOrString: (dice) => pick<JsonValue>(dice, [0, 1, 80, -1, "", "http", "50%", "150%", "x%"]),
  time: (dice) => pick<JsonValue>(dice, ["2024-01-02T03:04:05Z", "1969-12-31T23:59:59Z", null]),
  microTime: (dice) => pick<JsonValue>(dice, ["2024-01-02T03:04:05.123456Z", null]),
  duration: (dice) => pick(dice, ["0s", "1h0m0s", "-2m0s"]),
};

const raws: readonly [JsonValue, ...JsonValue[]] = [{ a: 1 }, {}, [], "x", null];

/** Returns a value that a field may well have. */
function plausible(dice: Dice, schema: Schema, depth: number): JsonValue {
  switch (schema.kind) {
    case "scalar":
      return scalars[schema.type](dice);
    case "raw":
      return schema.type === "fieldsV1" ? { "f:metadata": {} } : pick(dice, raws);
    case "list":
      return Array.from({ length: Math.floor(dice() * 3) }, () => plausible(dice, schema.items.schema, depth + 1));
    case "map":
      return Object.fromEntries(
        Array.from({ length: Math.floor(dice() * 3) }, () => [
          pick(dice, texts),
          plausible(dice, schema.values.schema, depth + 1),
        ]),
      );
    case "schemaOr":
      return schema.or === "bool" ? dice() < 0.5 : { type: pick(dice, ["string", "object", "x"]) };
    case "object":
      return someMembers(dice, schema, depth);
  }
}

const isType = ({ name }: Field, depth: number): boolean => depth === 0 && (name === "kind" || name === "apiVersion");

function someMembers(dice: Dice, { fields }: ObjectSchema, depth: number): JsonObject {
  const share = depth < 2 ? 0.7 : depth < 7 ? 0.35 : 0;
  return Object.fromEntries(
    fields
      .filter((field) => !isType(field, depth) && dice() < share)
      .map((field) => [field.name, plausible(dice, field.schema, depth + 1)]),
  );
}

/** Returns a random object of a type, without apiVersion and kind. */
export const randomObject = (dice: Dice, schema: ObjectSchema): JsonObject => someMembers(dice, schema, 0);

/** Values of which most have the wrong type. */
const strange: readonly [JsonValue, ...JsonValue[]] = [null, "", 0, {}, [], true, "x", -1, [null], [[]], { "": null }];

/** Returns an object with a few random changes; most are of the types that the schema says. */
export function mutateObject(dice: Dice, schema: ObjectSchema, object: JsonObject): JsonObject {
  let mutated = object;
  for (let left = 1 + Math.floor(dice() * 3); left > 0; left--)
    mutated = changed(dice, schema, mutated, 0) as JsonObject; // objects are entered, not replaced, at the top
  return mutated;
}

function changed(dice: Dice, schema: Schema, value: JsonValue, depth: number): JsonValue {
  if (depth > 0 && (dice() < 0.25 || typeof value !== "object" || value === null))
    return dice() < 0.05 ? pick(dice, strange) : plausible(dice, schema, depth);
  if (schema.kind === "object") return changedObject(dice, schema, value as JsonObject, depth);
  if (schema.kind === "map") return changedMap(dice, schema.values.schema, value as JsonObject, depth);
  if (schema.kind === "list" && Array.isArray(value)) return changedList(dice, schema.items.schema, value, depth);
  return plausible(dice, schema, depth);
}

function changedObject(dice: Dice, { fields }: ObjectSchema, object: JsonObject, depth: number): JsonValue {
  const free = fields.filter((field) => !isType(field, depth));
  const present = free.filter(({ name }) => object[name] !== undefined);
  const among = present.length > 0 && dice() < 0.75 ? present : free;
  const field = among[Math.floor(dice() * among.length)];
  if (field === undefined) return object;
  const { [field.name]: member, ...rest } = object;
  if (member !== undefined && depth > 0 && dice() < 0.15) return rest;
  const next =
    member === undefined ? plausible(dice, field.schema, depth + 1) : changed(dice, field.schema, member, depth + 1);
  return { ...rest, [field.name]: next };
}

function changedMap(dice: Dice, values: Schema, map: JsonObject, depth: number): JsonValue {
  const names = Object.keys(map);
  const name = names.length > 0 && dice() < 0.5 ? names[Math.floor(dice() * names.length)] : pick(dice, texts);
  return { ...map, [name ?? ""]: plausible(dice, values, depth + 1) };
}

function changedList(dice: Dice, items: Schema, list: readonly JsonValue[], depth: number): JsonValue {
  const at = Math.floor(dice() * list.length);
  const item = list[at];
  if (item === undefined || dice() < 0.1) return [...list, plausible(dice, items, depth + 1)];
  if (dice() < 0.1) return [...list, item];
  if (dice() < 0.1) return list.filter((_, i) => i !== at);
  return list.map((one, i) => (i === at ? changed(dice, items, one, depth + 1) : one));
}
