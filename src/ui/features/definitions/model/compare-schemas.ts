import { formatPath } from "../../../cel/cost-words.ts";
import {
  childrenOf,
  rulesOf,
  textsOf,
  typeWords,
  valuesStep,
  type SchemaChild,
  type SchemaNode,
} from "./schema-node.ts";

/** A difference between two schemas and its effect on existing objects. */
export interface Difference {
  /** `breaks`: valid objects may be rejected or lose data; `loosens`: more objects are valid; `notes`: neither. */
  readonly kind: "breaks" | "loosens" | "notes";
  /** The schema path, such as `spec.hosts[*]`; "" for the root. */
  readonly path: string;
  readonly words: string;
}

/** Returns the differences between two schemas, in the order of the first. */
export function compareSchemas(before: SchemaNode, after: SchemaNode): readonly Difference[] {
  const found: Difference[] = [];
  compareNodes(before, after, [], found);
  return found;
}

type Report = (kind: Difference["kind"], words: string) => void;

function compareNodes(before: SchemaNode, after: SchemaNode, path: readonly string[], found: Difference[]): void {
  const report: Report = (kind, words) => found.push({ kind, path: path.length === 0 ? "" : formatPath(path), words });
  if (!compareTypes(before, after, report)) return;
  compareBounds(before, after, report);
  compareSets(before, after, report);
  compareFlags(before, after, report);
  compareLists(before, after, report);
  compareDefaults(before, after, report);
  compareRules(before, after, report);
  compareChildren(before, after, path, found);
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const shown = (value: unknown): string => JSON.stringify(value);

/** Returns a node's own type. Nested types are compared separately. */
const ownType = (schema: SchemaNode): string =>
  typeWords({
    ...schema,
    items: undefined,
    ...(schema["additionalProperties"] !== undefined && { additionalProperties: {} }),
  }).replace(/ of .*/, "");

/**
 * Compares the types of two nodes. Returns false if values of the old type are not valid for the new one; the nodes are
 * not compared further then.
 */
function compareTypes(before: SchemaNode, after: SchemaNode, report: Report): boolean {
  const [was, is] = [ownType(before), ownType(after)];
  if (was === is || (isAnyObject(was) && isAnyObject(is))) return true;
  const isWider =
    (was === "integer" && (is === "number" || is === "integer or string")) ||
    (was === "string" && is === "integer or string") ||
    is === "anything";
  report(
    isWider ? "loosens" : "breaks",
    `type changed from ${was} to ${is}${isWider ? "" : ": values of the old type are rejected"}`,
  );
  return isWider;
}

const isAnyObject = (type: string): boolean => type === "object" || type === "map" || type === "resource";

/** The keywords for bounds. `widens` is the direction in which a bound allows more values. */
const bounds: readonly (readonly [keyword: string, widens: "up" | "down", what: string])[] = [
  ["minimum", "down", "minimum"],
  ["maximum", "up", "maximum"],
  ["minLength", "down", "minLength"],
  ["maxLength", "up", "maxLength"],
  ["minItems", "down", "minItems"],
  ["maxItems", "up", "maxItems"],
  ["minProperties", "down", "minProperties"],
  ["maxProperties", "up", "maxProperties"],
];

function compareBounds(before: SchemaNode, after: SchemaNode, report: Report): void {
  for (const [keyword, widens, what] of bounds) {
    const [was, is] = [before[keyword], after[keyword]];
    if (same(was, is)) continue;
    if (is === undefined) report("loosens", `${what} ${shown(was)} removed`);
    else if (was === undefined)
      report("breaks", `${what} ${shown(is)} added: values ${widens === "up" ? "above" : "below"} it are rejected`);
    else
      report(
        Number(is) > Number(was) === (widens === "up") ? "loosens" : "breaks",
        `${what} ${Number(is) > Number(was) ? "raised" : "lowered"} from ${shown(was)} to ${shown(is)}`,
      );
  }
  for (const keyword of ["exclusiveMinimum", "exclusiveMaximum", "uniqueItems"]) {
    if ((before[keyword] === true) !== (after[keyword] === true))
      report(
        after[keyword] === true ? "breaks" : "loosens",
        `${keyword} ${after[keyword] === true ? "added" : "removed"}`,
      );
  }
}

function compareSets(before: SchemaNode, after: SchemaNode, report: Report): void {
  compareEnums(before["enum"], after["enum"], report);
  for (const keyword of ["pattern", "format", "multipleOf", "not", "oneOf", "anyOf", "allOf"]) {
    const [was, is] = [before[keyword], after[keyword]];
    if (same(was, is)) continue;
    if (is === undefined) report("loosens", `${keyword} removed`);
    else
      report(
        "breaks",
        was === undefined
          ? `${keyword} ${shown(is)} added: values that do not match are rejected`
          : `${keyword} changed from ${shown(was)} to ${shown(is)}: values that matched before may not match now`,
      );
  }
}

function compareEnums(was: unknown, is: unknown, report: Report): void {
  if (same(was, is)) return;
  if (!Array.isArray(is)) return report("loosens", "any value is allowed, the enum is removed");
  if (!Array.isArray(was)) return report("breaks", `only ${is.map(shown).join(", ")} allowed`);
  const [before, after] = [new Set(was.map(shown)), new Set(is.map(shown))];
  const gone = [...before].filter((value) => !after.has(value));
  const added = [...after].filter((value) => !before.has(value));
  if (gone.length > 0) report("breaks", `${gone.join(", ")} no longer allowed`);
  if (added.length > 0) report("loosens", `${added.join(", ")} allowed too`);
}

/** The boolean keywords, with the effects of setting and clearing them. */
const flags: readonly (readonly [
  keyword: string,
  set: readonly [Difference["kind"], string],
  cleared: readonly [Difference["kind"], string],
])[] = [
  ["nullable", ["loosens", "null is allowed"], ["breaks", "null is no longer allowed"]],
  [
    "x-kubernetes-preserve-unknown-fields",
    ["loosens", "unknown fields are kept"],
    ["breaks", "unknown fields are pruned"],
  ],
  [
    "x-kubernetes-embedded-resource",
    ["breaks", "must be an embedded resource with apiVersion and kind"],
    ["loosens", "need not be an embedded resource"],
  ],
];

function compareFlags(before: SchemaNode, after: SchemaNode, report: Report): void {
  for (const [keyword, set, cleared] of flags) {
    if ((before[keyword] === true) !== (after[keyword] === true)) report(...(after[keyword] === true ? set : cleared));
  }
}

function compareLists(before: SchemaNode, after: SchemaNode, report: Report): void {
  const [was, is] = [before["x-kubernetes-list-type"] ?? "atomic", after["x-kubernetes-list-type"] ?? "atomic"];
  if (was !== is) {
    const strict =
      is === "set"
        ? ": lists with duplicate items are rejected"
        : is === "map"
          ? ": lists with duplicate keys are rejected"
          : ": an applier owns the whole list";
    report(is === "atomic" ? "notes" : "breaks", `list type changed from ${String(was)} to ${String(is)}${strict}`);
  }
  const [oldKeys, newKeys] = [
    textsOf(before["x-kubernetes-list-map-keys"]),
    textsOf(after["x-kubernetes-list-map-keys"]),
  ];
  if (was === is && !same(oldKeys, newKeys))
    report(
      "breaks",
      `keys changed from ${oldKeys.join(", ")} to ${newKeys.join(", ")}: items are identified differently`,
    );
  const [oldMap, newMap] = [
    before["x-kubernetes-map-type"] ?? "granular",
    after["x-kubernetes-map-type"] ?? "granular",
  ];
  if (oldMap !== newMap)
    report(
      "notes",
      `map type changed from ${String(oldMap)} to ${String(newMap)}: fields are owned ${newMap === "atomic" ? "together" : "one by one"}`,
    );
}

function compareDefaults(before: SchemaNode, after: SchemaNode, report: Report): void {
  const [was, is] = [before["default"], after["default"]];
  if (same(was, is)) return;
  if (is === undefined) report("notes", `default ${shown(was)} removed: objects without the field have no value`);
  else
    report(
      "notes",
      was === undefined
        ? `default ${shown(is)} added: objects without the field get it`
        : `default changed from ${shown(was)} to ${shown(is)}: stored objects without the field change meaning`,
    );
}

function compareRules(before: SchemaNode, after: SchemaNode, report: Report): void {
  const [was, is] = [rulesOf(before), rulesOf(after)];
  for (const { rule } of was) if (!is.some((other) => other.rule === rule)) report("loosens", `rule removed: ${rule}`);
  for (const { rule, message } of is) {
    const known = was.find((other) => other.rule === rule);
    if (known === undefined)
      report(
        "breaks",
        `rule added: ${rule}${/\boldSelf\b/.test(rule) ? " (evaluated when the value changes)" : " (unchanged values that already violate it are kept)"}`,
      );
    else if (known.message !== message) report("notes", `message of a rule changed: ${message ?? "none"}`);
  }
}

function compareChildren(before: SchemaNode, after: SchemaNode, path: readonly string[], found: Difference[]): void {
  const [was, is] = [
    new Map(childrenOf(before).map((child) => [child.step, child])),
    new Map(childrenOf(after).map((child) => [child.step, child])),
  ];
  for (const [step, child] of was) {
    const now = is.get(step);
    const at = [...path, step];
    if (now === undefined) found.push({ path: formatPath(at), ...removed(step, after) });
    else {
      compareRequired(child, now, at, found);
      compareNodes(child.schema, now.schema, at, found);
    }
  }
  for (const [step, child] of is)
    if (!was.has(step)) found.push({ path: formatPath([...path, step]), ...added(child, before) });
}

function removed(step: string, parent: SchemaNode): Pick<Difference, "kind" | "words"> {
  if (
    parent["x-kubernetes-preserve-unknown-fields"] === true ||
    (parent["additionalProperties"] !== undefined && step !== valuesStep)
  )
    return { kind: "notes", words: "no longer specified; values are kept" };
  return {
    kind: "breaks",
    words: step === valuesStep ? "other names are pruned" : "field removed: its values are pruned",
  };
}

function added({ required, schema, step }: SchemaChild, before: SchemaNode): Pick<Difference, "kind" | "words"> {
  if (required && schema["default"] === undefined)
    return { kind: "breaks", words: "required field added: objects without it are rejected" };
  if (before["x-kubernetes-preserve-unknown-fields"] === true)
    return { kind: "breaks", words: "specified now: values that were kept must match" };
  return {
    kind: "loosens",
    words:
      step === valuesStep ? "other names are allowed" : `field added${required ? ", required with a default" : ""}`,
  };
}

function compareRequired(was: SchemaChild, is: SchemaChild, path: readonly string[], found: Difference[]): void {
  if (was.required && !is.required)
    found.push({ kind: "loosens", path: formatPath(path), words: "no longer required" });
  if (!is.required || (was.required && was.schema["default"] === undefined) || is.schema["default"] !== undefined)
    return;
  found.push({
    kind: "breaks",
    path: formatPath(path),
    words: was.required
      ? "required and no longer has a default: objects without it are rejected"
      : "required now: objects without it are rejected",
  });
}
