import { pushAll } from "../../apimachinery/long-lists.ts";
import { concreteType, isNilable, nativeType, typeName, type GoType } from "../go/go-type.ts";
import { childPath, type GeneratorState, type TagRule } from "../generator/context.ts";
import { TagError } from "../generator/generation-error.ts";
import type { Check, DeclarativeError, Validations } from "../generator/validations.ts";
import { EqualItems, equalityOf, type Equality } from "../validate/equality.ts";
import { entriesOf, fieldOf, itemsOf, type GoValue } from "../validate/go-value.ts";
import type { ListMetadata } from "./list-metadata.ts";
import { elementValidations, isNothing, payloadTag } from "./nesting.ts";

/** How the item of an old list is found, and when it is the same; without `match`, there is none. */
interface Correlation {
  /** Returns what finds the old item of an item among some. */
  readonly correlated?: (items: readonly GoValue[]) => (item: GoValue) => GoValue;
  readonly isSame?: Equality;
}

/** Finds the first item with the same keys. */
function byKeys(keys: readonly string[], items: readonly GoValue[]): (item: GoValue) => GoValue {
  const textOf = (item: GoValue): string => JSON.stringify(keys.map((key) => printedKey(fieldOf(item, key))));
  let first: Map<string, GoValue> | undefined;
  const index = (): Map<string, GoValue> => new Map(items.toReversed().map((item) => [textOf(item), item]));
  return (item) => (items.length === 0 ? undefined : (first ??= index()).get(textOf(item)));
}

const printedKey = (value: unknown): string => `${typeof value} ${String(value)}`;

function correlationOf(metadata: ListMetadata | undefined, elem: GoType): Correlation {
  if (metadata?.map === true) {
    const keys = metadata.keys.map(({ member }) => member.name);
    return {
      correlated: (items) => byKeys(keys, items),
      isSame: equalityOf(elem),
    };
  }
  if (metadata?.set !== true) return {};
  const match = equalityOf(elem);
  return {
    correlated(items) {
      const known = new EqualItems(match, items);
      return (item) => known.find(item)?.item;
    },
  };
}

/** A literal around a function with arguments takes a list or map as it is, and is handed a pointer to it. */
const refuseElement = (elem: GoType, check: Check): string | undefined =>
  check.hasArgs === true && isNilable(elem)
    ? `in call to validate.EachSliceVal, type of func(ctx, op, fldPath, obj, oldObj ${typeName(elem)}) does not match inferred type validate.ValidateFunc[*${typeName(elem)}]`
    : check.refusal?.(elem);

/** Runs a check on each item of a list (validate.EachSliceVal). */
function eachItem(elem: GoType, { correlated, isSame }: Correlation, check: Check): Check {
  return {
    ...check,
    cohort: undefined,
    hasArgs: true,
    refusal: () => refuseElement(elem, check),
    run(op, path, _, value, old) {
      const errors: DeclarativeError[] = [];
      const correlate = correlated?.(itemsOf(old));
      itemsOf(value).forEach((item, index) => {
        const oldItem: GoValue = correlate?.(item);
        const unchanged = op.type === "update" && oldItem !== undefined && (isSame?.(item, oldItem) ?? true);
        if (!unchanged) pushAll(errors, check.run(op, path.index(index), elem, item, oldItem));
      });
      return errors;
    },
  };
}

/** Runs a check on each value of a map (validate.EachMapVal). */
function eachMapValue(elem: GoType, check: Check): Check {
  const isSame = equalityOf(elem);
  return {
    ...check,
    cohort: undefined,
    hasArgs: true,
    refusal: () => refuseElement(elem, check),
    run(op, path, _, value, old) {
      const errors: DeclarativeError[] = [];
      const oldEntries = entriesOf(old);
      for (const [key, item] of entriesOf(value)) {
        const oldItem = oldEntries.get(key);
        if (op.type === "update" && oldItem !== undefined && isSame(item, oldItem)) continue;
        pushAll(errors, check.run(op, path.key(key), elem, item, oldItem));
      }
      return errors;
    },
  };
}

/** Runs a check on each key of a map that the old one does not have; errors are of the map (validate.EachMapKey). */
function eachMapKey(keyType: GoType, check: Check): Check {
  return {
    ...check,
    cohort: undefined,
    hasArgs: true,
    refusal: () => check.refusal?.(keyType),
    run(op, path, _, value, old) {
      const oldEntries = entriesOf(old);
      return [...entriesOf(value).keys()]
        .filter((key) => op.type !== "update" || !oldEntries.has(key))
        .flatMap((key) => check.run(op, path, keyType, key, undefined));
    },
  };
}

/** Returns validations that run others on each value of a list or map. */
export function forEachValue(
  path: string,
  type: GoType,
  inner: Validations,
  state: Pick<GeneratorState, "lists">,
): Validations {
  const native = nativeType(type);
  const elem = native.elem ?? type;
  const correlation = correlationOf(state.lists.get(path) ?? state.lists.get(typeName(type)), elem);
  const wrap = (check: Check): Check =>
    native.kind === "Map" ? eachMapValue(elem, check) : eachItem(elem, correlation, check);
  return { checks: inner.checks.map(wrap), opaqueVal: inner.opaque === true };
}

/** Returns validations that run others on each key of a map. */
export function forEachKey(type: GoType, inner: Validations): Validations {
  const key = nativeType(type).key ?? type;
  return { checks: inner.checks.map((check) => eachMapKey(key, check)), opaqueKey: inner.opaque === true };
}

/** The tags for values and keys (validation-gen validators/each.go). */
export const eachRules: readonly TagRule[] = [
  {
    name: "k8s:eachVal",
    scopes: "anywhere",
    late: true,
    payload: "tag",
    payloadRequired: true,
    description: "A rule for each item of a list, or each value of a map.",
    validations(context, { tag, source }, state) {
      const { type, path } = context;
      const native = nativeType(type);
      if (native.kind !== "Slice" && native.kind !== "Array" && native.kind !== "Map")
        throw new TagError(`can only be used on list or map types (${type.kind})`);
      const scope = native.kind === "Map" ? "map values" : "list values";
      const inner = state.extract({ scope, type: native.elem ?? type, parentPath: path, path: `${path}[*]` }, [
        { tag: payloadTag(tag), source },
      ]);
      if (isNothing(inner)) throw new TagError("no validation functions found");
      return forEachValue(path, type, elementValidations(inner), state);
    },
  },
  {
    name: "k8s:eachKey",
    scopes: "anywhere",
    payload: "tag",
    payloadRequired: true,
    description: "A rule for each key of a map.",
    validations({ type, path }, { tag, source }, state) {
      const native = nativeType(type);
      if (native.kind !== "Map") throw new TagError(`can only be used on map types (${native.kind})`);
      const scope = "map keys";
      const inner = state.extract(
        { scope, type: native.elem ?? type, parentPath: path, path: childPath(path, "(keys)") },
        [{ tag: payloadTag(tag), source }],
      );
      return forEachKey(type, elementValidations(inner));
    },
  },
];

/** Returns the type of a list's or map's values without pointers. */
export const elementType = (type: GoType): GoType => concreteType(nativeType(type).elem ?? type);
