// Packs the facts of the built-in types into one module, src/apiserver/schema/builtin/types-pack.ts. The format is
// documented in unpack.ts next to it, which reads it.
const scalarCodes = {
  string: "s",
  bool: "b",
  int32: "i",
  int64: "l",
  float64: "f",
  bytes: "y",
  quantity: "q",
  intOrString: "o",
  time: "t",
  microTime: "T",
  duration: "d",
  rawExtension: "r",
  fieldsV1: "F",
  json: "j",
  any: "a",
  jsonSchemaPropsOrBool: "B",
  jsonSchemaPropsOrArray: "A",
  jsonSchemaPropsOrStringArray: "S",
};
const flags = {
  pointer: 1,
  omitempty: 2,
  omitzero: 4,
  required: 8,
  inline: 16,
  notInOpenAPI: 32,
  zeroDefault: 64,
  zeroElementDefault: 128,
};
const zeroDefaults = { string: '""', int32: "0", int64: "0", float64: "0", bool: "false", ref: "{}" };
const formats = { int32: "int32", int64: "int64", float64: "double", bytes: "byte" };

const splitName = (name) => [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)];

/** Shortens a name to `.Name` within the same group. */
const shorten = (name, group) => (splitName(name)[0] === group ? `.${splitName(name)[1]}` : name);

const named = (fact, group) => (fact.named ? `<${shorten(fact.named, group)}${fact.pbMessage ? "!" : ""}>` : "");

function typeCode(fact, group) {
  const name = named(fact, group);
  if (fact.kind === "ref") return `@${shorten(fact.ref, group)}`;
  if (fact.kind === "list") return `[${name}${typeCode(fact.elem, group)}`;
  if (fact.kind === "map")
    return `{${name}${fact.keyNamed ? `(${shorten(fact.keyNamed, group)})` : ""}${typeCode(fact.elem, group)}`;
  const code = scalarCodes[fact.kind];
  if (!code) throw new Error(`unknown kind ${fact.kind}`);
  return `${code}${name}`;
}

const isZeroDefault = (kind, value) => value !== undefined && zeroDefaults[kind] === JSON.stringify(value);

const goName = (name) => name[0].toUpperCase() + name.slice(1);

function fieldFlags(field) {
  const element = field.items ?? field.values;
  let sum = 0;
  for (const flag of ["pointer", "omitempty", "omitzero", "required", "inline", "notInOpenAPI"])
    if (field[flag]) sum += flags[flag];
  if (isZeroDefault(field.kind, field.default)) sum += flags.zeroDefault;
  if (element && isZeroDefault(field.elem.kind, element.default)) sum += flags.zeroElementDefault;
  return sum;
}

/** Returns the facts of a property or its elements that do not follow from its type. */
function openApiFacts(facts, kind) {
  const rest = {};
  if (facts.default !== undefined && !isZeroDefault(kind, facts.default)) rest.d = facts.default;
  if (facts.enum) rest.e = facts.enum;
  if (facts.format && facts.format !== formats[kind]) rest.f = facts.format;
  return rest;
}

function fieldExtras(field) {
  if (field.asString || field.openapiPatch || field.unions)
    throw new Error(`unpacked fact in ${JSON.stringify(field)}`);
  const extras = openApiFacts(field, field.kind);
  const element = field.items ?? field.values;
  const inner = element ? openApiFacts(element, field.elem.kind) : {};
  if (Object.keys(inner).length > 0) extras.i = inner;
  if (field.listType) extras.l = field.listType;
  if (field.listMapKeys) extras.k = field.listMapKeys;
  if (field.mapType) extras.m = field.mapType;
  if (field.patchStrategy) extras.p = field.patchStrategy;
  if (field.patchMergeKey) extras.q = field.patchMergeKey;
  if (field.goName && (!field.name || field.goName !== goName(field.name))) extras.g = field.goName;
  return extras;
}

function packField(field, group) {
  const extras = fieldExtras(field);
  const row = [field.name ?? "", typeCode(field, group), fieldFlags(field), field.pb ?? 0];
  return Object.keys(extras).length > 0 ? [...row, extras] : row;
}

function packType(name, type) {
  const [group] = splitName(name);
  const facts = {};
  if (type.mapType) facts.m = type.mapType;
  if (type.unions) facts.u = type.unions.map((union) => [union.discriminator, union["fields-to-discriminateBy"]]);
  if (type.type) facts.t = type.format ? [type.type, type.format] : [type.type];
  if (type.v3) facts.v = type.v3;
  if (!type.proto) facts.n = 1;
  const row = [type.fields.map((field) => packField(field, group))];
  return Object.keys(facts).length > 0 ? [...row, facts] : row;
}

/** Checks that the Go package follows from the name, so that it need not be stored. */
function checkGoName(name, type) {
  const [group, last] = splitName(name);
  const path = group
    .replace(/^io\.k8s\.(api|apimachinery|apiextensions-apiserver|kube-aggregator)\b/, "k8s.io/$1")
    .replace(/\.(?!io\/)/g, "/")
    .replace("k8s/io", "k8s.io");
  if (`${path}.${last}` !== type.go) throw new Error(`${name} is not ${type.go} (${path})`);
}

/** Returns the generated file by path. */
export function packedTypes(source) {
  const groups = {};
  for (const [name, type] of Object.entries(source.types)) {
    checkGoName(name, type);
    const [group, last] = splitName(name);
    (groups[group] ??= []).push(`${last}\t${JSON.stringify(packType(name, type))}`);
  }
  const kinds = Object.entries(source.gvks)
    .map(([gvk, type]) => `${gvk}\t${type}`)
    .join("\n");
  const metaKinds = Object.entries(source.metaKinds)
    .map(
      ([kind, { everyGroupVersion, in: list, type }]) =>
        `${kind}\t${type}\t${everyGroupVersion ? "*" : list.join(",")}`,
    )
    .join("\n");
  const lines = Object.entries(groups).map(
    ([group, types]) => `  ${JSON.stringify(group)}: ${JSON.stringify(types.join("\n"))},`,
  );
  const text = [
    "/* oxlint-disable */",
    "// Made by `npm run generate`. Facts of k8s.io/api, apimachinery, apiextensions and kube-aggregator v0.34.",
    "export const groups: Readonly<Record<string, string>> = {",
    ...lines,
    "};",
    `export const kinds = ${JSON.stringify(kinds)};`,
    `export const metaKinds = ${JSON.stringify(metaKinds)};`,
    "",
  ].join("\n");
  return new Map([["src/apiserver/schema/builtin/types-pack.ts", text]]);
}
