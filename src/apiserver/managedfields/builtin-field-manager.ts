import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import type { FieldFilter } from "../../structured-merge-diff/field-filter.ts";
import type { Atom } from "../../structured-merge-diff/schema.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { MissingVersionError, type Converter } from "../../structured-merge-diff/typed-value.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { ApplyCache } from "./apply-cache.ts";
import type { FieldManager } from "./field-manager.ts";
import { withoutOmitted } from "./omitted-empty.ts";
import { atomOfSchema } from "./schema-atom.ts";

/** The parts of a field manager for one path of a built-in resource. */
export interface BuiltinFieldManagerParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly cache: ApplyCache;
  /** What of a set writers come to own; everything if undefined. */
  readonly ownable: FieldFilter | undefined;
  readonly types: TypeRegistry;
  /** Whether live objects always come from `decode`, so that parts which an apply leaves unchanged need no decoding. */
  readonly livesDecoded: boolean;
  /**
   * Decodes the merged result of an apply and applies defaults. The parts in `kept` are decoded already, and have their
   * defaults if they are `filled`. Throws the error that `refuse` makes of a message if the value does not fit the
   * type.
   */
  decode(
    merged: JsonValue,
    refuse: (message: string) => Error,
    kept: ReadonlySet<unknown> | undefined,
    filled: boolean,
  ): KubeObject;
  /** The object that a create starts from. */
  emptyObject(): KubeObject;
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
}

/** Returns the versions of the kind's group that contain the kind. */
export const versionsOf = (types: TypeRegistry, { group, kind }: GroupVersionKind): readonly string[] =>
  types
    .kinds()
    .filter((one) => one.group === group && one.kind === kind)
    .map(formatGroupVersion);

/**
 * Creates the field manager of a built-in kind, with its parts initialized on first use
 * (managedfields.NewDefaultFieldManager).
 */
export function createBuiltinFieldManager(parts: BuiltinFieldManagerParts): FieldManager {
  const { kind, subresource, types } = parts;
  let atom: Atom | undefined;
  let empty: KubeObject | undefined;
  let ownable: ReadonlyMap<string, FieldFilter> | undefined;
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
    get ownable() {
      return parts.ownable === undefined ? undefined : (ownable ??= byVersion(parts, parts.ownable));
    },
    converter: createConverter(parts),
    asEncoded: (object) => asKubeObject(withoutOmitted(asJson(object), schemaOf(types, kind))),
    toObject: (merged, kept, filled) =>
      parts.decode(merged, (message) => new TypedError(message), parts.livesDecoded ? kept : undefined, filled),
  };
}

function schemaOf(types: TypeRegistry, kind: GroupVersionKind): ObjectSchema {
  const schema = types.schemaOf(kind);
  if (schema === undefined)
    throw new MissingVersionError(`no kind "${kind.kind}" is registered for version "${formatGroupVersion(kind)}"`);
  return schema;
}

const byVersion = ({ kind, types }: BuiltinFieldManagerParts, filter: FieldFilter): ReadonlyMap<string, FieldFilter> =>
  new Map(versionsOf(types, kind).map((version) => [version, filter]));

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
