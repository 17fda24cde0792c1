// Generates TypeScript declarations of built-in types, one module per group version:
// src/apiserver/schema/builtin/generated/<group>-<version>.d.ts
const out = "src/apiserver/schema/builtin/generated";

/** Modules that the source imports; the modules they import are added. */
const wanted = ["apiextensions-v1"];

const schemaProps = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const scalars = {
  string: "string",
  bool: "boolean",
  int32: "number",
  int64: "number",
  float64: "number",
  bytes: "string",
  quantity: "string",
  intOrString: "number | string",
  time: "string",
  microTime: "string",
  duration: "string",
  rawExtension: "JsonValue",
  fieldsV1: "JsonValue",
  json: "JsonValue",
  any: "JsonValue",
};
/** Kinds that Go encodes despite omitempty. */
const structs = new Set(["ref", "quantity", "intOrString", "rawExtension", "json"]);

const splitName = (name) => [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)];

/**
 * Returns the module of a group: core-v1 for `io.k8s.api.core.v1`, meta-v1 for `io.k8s.apimachinery.pkg.apis.meta.v1`.
 */
function moduleOf(group) {
  const parts = group.split(".");
  return /^v\d/.test(parts.at(-1)) ? `${parts.at(-2)}-${parts.at(-1)}` : parts.at(-1);
}

class Module {
  imports = new Map();
  constructor(group) {
    this.group = group;
  }

  import(name, from) {
    if (!this.imports.has(from)) this.imports.set(from, new Set());
    this.imports.get(from).add(name);
    return name;
  }

  ref(name) {
    if (name === objectMeta) return this.import("ObjectMeta", "../../../../apimachinery/meta.ts");
    const [group, last] = splitName(name);
    if (group === this.group) return last;
    // A name that is also declared here is imported with a qualified import type.
    return this.names.has(last)
      ? `import("./${moduleOf(group)}.d.ts").${last}`
      : this.import(last, `./${moduleOf(group)}.d.ts`);
  }

  type(fact) {
    if (fact.kind === "ref") return this.ref(fact.ref);
    if (fact.kind === "list") return `readonly ${paren(this.held(fact.elem))}[]`;
    if (fact.kind === "map") return `Readonly<Record<string, ${this.held(fact.elem)}>>`;
    if (fact.kind === "jsonSchemaPropsOrBool") return `${this.ref(schemaProps)} | boolean`;
    if (fact.kind === "jsonSchemaPropsOrArray") return `${this.ref(schemaProps)} | readonly ${this.ref(schemaProps)}[]`;
    if (fact.kind === "jsonSchemaPropsOrStringArray") return `${this.ref(schemaProps)} | readonly string[]`;
    if (scalars[fact.kind] === "JsonValue") return this.import("JsonValue", "../../../../apimachinery/json/value.ts");
    return scalars[fact.kind];
  }

  /** Type of an element; types that may be nil in Go include null. */
  held(fact) {
    const nil = ["list", "map", "bytes", "time", "microTime"].includes(fact.kind);
    return nil ? `${this.type(fact)} | null` : this.type(fact);
  }
}

const paren = (type) => (/[|]/.test(type) && !/^Readonly<.*>$/.test(type) ? `(${type})` : type);

/**
 * Formats a member as `name: type`, optional or nullable as needed; with `exact`, undefined is not allowed in place of
 * absence. Enums are strings, since objects are typed before they are validated.
 */
function member(field, module, exact) {
  const always = field.omitzero ? false : field.pointer || !structs.has(field.kind) ? !field.omitempty : true;
  const time = field.kind === "time" || field.kind === "microTime";
  const printed = always || (time && !field.pointer && !field.omitzero);
  const nil = printed && (field.pointer || time || ["list", "map", "bytes"].includes(field.kind));
  const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
  return `  readonly ${name}${printed ? "" : "?"}: ${module.type(field)}${nil ? " | null" : ""}${printed || exact ? "" : " | undefined"};`;
}

/** Formats all members. Embedded structs are inlined; kind and apiVersion are optional. */
function members(type, types, module, exact = false) {
  return type.fields.flatMap((field) =>
    field.inline
      ? members(types[field.ref], types, module, field.goName === "TypeMeta")
      : [member(field, module, exact)],
  );
}

function declaration(name, type, types, module) {
  const [, last] = splitName(name);
  return `export type ${last} = {\n${members(type, types, module).join("\n")}\n};\n`;
}

const special =
  /^(Quantity|IntOrString|Time|MicroTime|Duration|RawExtension|FieldsV1|JSON|JSONSchemaPropsOr\w+|int64Amount|ObjectMeta)$/;

/** Returns the generated files by path. */
export function typeDeclarations({ types }) {
  const modules = groupNames(Object.keys(types).filter((name) => !special.test(splitName(name)[1])));
  const byModule = new Map([...modules].map(([group, names]) => [moduleOf(group), { group, names }]));
  const files = new Map();
  const queue = [...wanted];
  for (const name of queue) {
    if (files.has(pathOf(name))) continue;
    const { group, names } = byModule.get(name);
    const { text, imported } = moduleText(group, names, types);
    files.set(pathOf(name), text);
    queue.push(...imported);
  }
  return files;
}

const pathOf = (module) => `${out}/${module}.d.ts`;

function groupNames(names) {
  const groups = new Map();
  for (const name of names) groups.set(splitName(name)[0], [...(groups.get(splitName(name)[0]) ?? []), name]);
  return groups;
}

function moduleText(group, names, types) {
  const module = new Module(group);
  module.names = new Set(names.map((name) => splitName(name)[1]));
  const body = names.map((name) => declaration(name, types[name], types, module));
  const imports = [...module.imports].map(
    ([from, list]) => `import type { ${[...list].toSorted((a, b) => (a < b ? -1 : 1)).join(", ")} } from "${from}";`,
  );
  const text = [
    "/* oxlint-disable */",
    "// Made by `npm run generate` from the facts of Kubernetes v1.34's built-in types.",
    ...imports.sort(),
    "",
    ...body,
  ].join("\n");
  const imported = [...text.matchAll(/"\.\/([\w-]+)\.d\.ts"/g)].map(([, name]) => name);
  return { text, imported };
}
