import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { Atom } from "../../structured-merge-diff/schema.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { MissingVersionError, type Converter } from "../../structured-merge-diff/typed-value.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { ApplyCache } from "./apply-cache.ts";
import type { FieldManager } from "./field-manager.ts";
import { atomOfSchema } from "./schema-atom.ts";
import { fieldPathOf } from "./strip-meta.ts";

/** What the field manager of one path of a built-in resource is made of. */
export interface BuiltinFieldManagerParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly cache: ApplyCache;
  /** What the path's strategy resets, as dotted paths. */
  readonly resetFields: readonly string[];
  readonly types: TypeRegistry;
  /** Live objects are what `decode` makes, and nothing else: what an apply leaves alone need not be decoded again. */
  readonly livesDecoded: boolean;
  /**
   * An object of what an apply has merged, with defaults, where some parts are decoded already; throws what `refuse`
   * makes of a message where it does not fit the type.
   */
  decode(merged: JsonValue, refuse: (message: string) => Error, kept: ReadonlySet<unknown> | undefined): KubeObject;
  /** The object before there is one. */
  emptyObject(): KubeObject;
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
}

/** All versions of a kind's group that have the kind. */
export const versionsOf = (types: TypeRegistry, { group, kind }: GroupVersionKind): readonly string[] =>
  types
    .kinds()
    .filter((one) => one.group === group && one.kind === kind)
    .map(formatGroupVersion);

/** The field manager of a built-in kind; its parts are made when first used (managedfields.NewDefaultFieldManager). */
export function createBuiltinFieldManager(parts: BuiltinFieldManagerParts): FieldManager {
  const { kind, subresource, types } = parts;
  let atom: Atom | undefined;
  let empty: KubeObject | undefined;
  let reset: ReadonlyMap<string, FieldSet> | undefined;
  return {
    kind,
    subresource,
    cache: parts.cache,
    decoded: parts.livesDecoded,
    get atom() {
      return (atom ??= atomOfSchema(schemaOf(types, kind)));
    },
    get emptyObject() {
      return (empty ??= parts.emptyObject());
    },
    get resetFields() {
      return parts.resetFields.length === 0 ? undefined : (reset ??= resetByVersion(parts));
    },
    converter: createConverter(parts),
    toObject: (merged, kept) =>
      parts.decode(merged, (message) => new TypedError(message), parts.livesDecoded ? kept : undefined),
  };
}

function schemaOf(types: TypeRegistry, kind: GroupVersionKind): ObjectSchema {
  const schema = types.schemaOf(kind);
  if (schema === undefined)
    throw new MissingVersionError(`no kind "${kind.kind}" is registered for version "${formatGroupVersion(kind)}"`);
  return schema;
}

function resetByVersion({ kind, types, resetFields }: BuiltinFieldManagerParts): ReadonlyMap<string, FieldSet> {
  const set = FieldSet.ofPaths(resetFields.map((path) => fieldPathOf(...path.split("."))));
  return new Map(versionsOf(types, kind).map((version) => [version, set]));
}

function parseApiVersion(apiVersion: string): GroupVersion {
  const [first = "", second, ...more] = apiVersion.split("/");
  if (more.length > 0) throw new TypedError(`unexpected GroupVersion string: ${apiVersion}`);
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

function createConverter({ kind: { kind }, types, convert }: BuiltinFieldManagerParts): Converter {
  return {
    convert({ value, apiVersion: from }, apiVersion) {
      const target = { ...parseApiVersion(apiVersion), kind };
      const atom = atomOfSchema(schemaOf(types, target));
      const object = asKubeObject(value); // decoded by the codec of its version
      const converted = { ...asJson(convert(object, { ...parseApiVersion(from), kind }, target)), apiVersion, kind };
      validateValue(converted, atom, false);
      return { value: converted, atom, apiVersion };
    },
  };
}
