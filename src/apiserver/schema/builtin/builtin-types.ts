import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ObjectSchema } from "../schema.ts";
import type { RegisteredKind, TypeRegistry } from "../type-registry.ts";
import type { PackedType } from "./packed-form.ts";
import { unpackType } from "./unpack.ts";

/** The generated data: for each group, one line `Name\t[...]` per type, and tables of kinds. */
interface TypesPack {
  readonly groups: Readonly<Record<string, string>>;
  readonly kinds: string;
  readonly metaKinds: string;
}

const metaGroup = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** Indexes the packed lines of a group's text by type name. */
function indexLines(text: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  for (const line of text.split("\n")) {
    const tab = line.indexOf("\t");
    lines.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return lines;
}

/** Creates a registry that loads lazily: a group's text is split, and a type is parsed, on first use. */
function createTypeRegistry(pack: TypesPack): TypeRegistry {
  const groups = new Map<string, ReadonlyMap<string, string>>();
  const types = new Map<string, ObjectSchema | undefined>();
  const kinds = indexLines(pack.kinds);
  const metaKinds = indexLines(pack.metaKinds);
  const groupVersions = new Set([...kinds.keys()].map((key) => key.slice(0, key.lastIndexOf("/"))));

  const packedLine = (name: string): string | undefined => {
    const dot = name.lastIndexOf(".");
    const group = name.slice(0, dot);
    const lines = groups.get(group) ?? indexLines(pack.groups[group] ?? "");
    groups.set(group, lines);
    return lines.get(name.slice(dot + 1));
  };
  const byName = (name: string): ObjectSchema | undefined => {
    const known = types.get(name);
    if (known || types.has(name)) return known;
    const line = packedLine(name);
    const schema = line === undefined ? undefined : unpackType(name, JSON.parse(line) as PackedType, resolve);
    types.set(name, schema);
    return schema;
  };
  const resolve = (name: string): ObjectSchema => {
    const schema = byName(name);
    if (!schema) throw new Error(`no built-in type ${name}`);
    return schema;
  };
  const typeNameOf = (gvk: GroupVersionKind): string | undefined => {
    const groupVersion = formatGroupVersion(gvk);
    return (
      kinds.get(`${groupVersion}/${gvk.kind}`) ??
      (groupVersions.has(groupVersion) ? metaTypeName(metaKinds.get(gvk.kind), groupVersion) : undefined)
    );
  };

  return {
    schemaOf: (gvk) => {
      const name = typeNameOf(gvk);
      return name === undefined ? undefined : byName(name);
    },
    byName,
    metaKind: (kind) => byName(`${metaGroup}.${kind}`),
    kinds: () => [...kinds].map(([key, type]) => registeredKind(key, type)),
  };
}

/**
 * Returns the canonical name of a meta kind; its row is `type\t*` or `type\tv1,...`, listing where it is registered.
 */
function metaTypeName(row: string | undefined, groupVersion: string): string | undefined {
  if (row === undefined) return undefined;
  const [name, where] = row.split("\t");
  return where === "*" || where?.split(",").includes(groupVersion) ? name : undefined;
}

function registeredKind(key: string, type: string): RegisteredKind {
  const parts = key.split("/");
  const [group, version, kind] = parts.length === 3 ? parts : ["", ...parts];
  return { group: group ?? "", version: version ?? "", kind: kind ?? "", type };
}

/** The types of the release, loaded once per process. They are immutable, so servers share them. */
let loading: Promise<TypeRegistry> | undefined;

/** Returns the registry of built-in types. Its data is a separate chunk, loaded once. */
export function loadBuiltinTypes(): Promise<TypeRegistry> {
  loading ??= import("./types-pack.ts").then(createTypeRegistry);
  return loading;
}
