import { quoteGo } from "../../apimachinery/go-strings.ts";
import { memberOf, setMember } from "../../apimachinery/json/members.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { itemsAt, objectAt, textAt, valueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { parseManifest } from "../resource/documents.ts";
import type { ReadFile } from "./generators.ts";
import { type Id, idsOf, idText, isSameNamespace, type Resource } from "./resource.ts";
import { textsOf } from "./transformers.ts";

const defaultPath = "metadata.name";

/** Copies fields of objects into others (ReplacementTransformer). Throws a KubectlError. */
export async function applyReplacements(
  resources: readonly Resource[],
  entries: readonly JsonValue[],
  read: ReadFile,
): Promise<void> {
  for (const entry of entries) {
    const path = textAt(entry, "path");
    if (path === "") replace(resources, entry);
    else {
      if (valueAt(entry, "source") !== undefined || valueAt(entry, "targets") !== undefined)
        throw new KubectlError("cannot specify both path and inline replacement");
      const given = parseManifest(await read(path));
      for (const each of isList(given) ? given : [given]) replace(resources, each);
    }
  }
}

function replace(resources: readonly Resource[], entry: JsonValue): void {
  const [fixed, source] = [valueAt(entry, "sourceValue"), valueAt(entry, "source")];
  if ((source === undefined && fixed === undefined) || itemsAt(entry, "targets").length === 0)
    throw new KubectlError("replacements must specify a source and at least one target");
  if (source !== undefined && fixed !== undefined)
    throw new KubectlError("value and resource selectors are mutually exclusive");
  const value = fixed ?? sourceValue(resources, objectAt(entry, "source"));
  for (const target of itemsAt(entry, "targets")) {
    if (valueAt(target, "select") === undefined) throw new KubectlError("target must specify resources to select");
    for (const resource of resources) if (isTarget(resource, target)) copyTo(resource, target, value);
  }
}

const selectorId = (selector: JsonValue): Id => ({
  group: textAt(selector, "group"),
  version: textAt(selector, "version"),
  kind: textAt(selector, "kind"),
  name: textAt(selector, "name"),
  namespace: textAt(selector, "namespace"),
});

/** An id as errors name it, whatever of it is not given. */
const shown = (id: Id): string => idText({ ...id, kind: id.kind || "[noKind]" });

const isSelected = (id: Id, by: Id): boolean =>
  (by.namespace === "" || isSameNamespace(by, id)) &&
  (["name", "group", "version", "kind"] as const).every((part) => by[part] === "" || by[part] === id[part]);

function sourceValue(resources: readonly Resource[], source: JsonObject): JsonValue {
  const wanted = selectorId(source);
  const given = textAt(source, "fieldPath");
  const options = objectAt(source, "options");
  const delimiter = textAt(options, "delimiter");
  const create = textAt(options, "create") === "true";
  const more = delimiter === "" && !create ? "" : `:${delimiter}(${textAt(options, "index") || "0"}), create=${create}`;
  const selector = `${shown(wanted)}${given === "" ? "" : `:${given}`}${more}`;
  const found = resources.filter((resource) => idsOf(resource).some((id) => isSelected(id, wanted)));
  const [first] = found;
  if (first === undefined) throw new KubectlError(`nothing selected by ${selector}`);
  if (found.length > 1) throw new KubectlError(`multiple matches for selector ${selector}`);
  const path = given || defaultPath;
  let value: JsonValue | undefined;
  updated(first.object, splitPath(path), { change: (found) => (value = found) });
  if (isEmpty(value))
    throw new KubectlError(`fieldPath \`${path}\` is missing for replacement source ${shown(wanted)}`);
  return refined(value, options);
}

const isEmpty = (value: JsonValue | undefined): value is undefined =>
  value === undefined ||
  value === null ||
  value === "" ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** The part of a value that a delimiter and an index choose. */
function refined(value: JsonValue, options: JsonObject): JsonValue {
  const delimiter = textAt(options, "delimiter");
  if (delimiter === "") return value;
  if (isObject(value) || isList(value)) throw noScalar();
  const [text, index] = [String(value), Number(textAt(options, "index") || 0)];
  const part = index < 0 ? undefined : text.split(delimiter)[index];
  if (part === undefined) throw new KubectlError(`options.index ${index} is out of bounds for value ${text}`);
  return part;
}

const noScalar = (): KubectlError => new KubectlError("delimiter option can only be used with scalar nodes");

function isTarget(resource: Resource, target: JsonValue): boolean {
  const select = objectAt(target, "select");
  const rejects = itemsAt(target, "reject");
  if (!hasLabels(resource, select)) return false;
  const withLabels = rejects.filter(
    (reject) => textAt(reject, "labelSelector") + textAt(reject, "annotationSelector") !== "",
  );
  if (withLabels.some((reject) => hasLabels(resource, reject))) return false;
  const rejected = rejects.map(selectorId).filter((id) => Object.values(id).some((part) => part !== ""));
  const wanted = selectorId(select);
  return idsOf(resource).some((id) => isSelected(id, wanted) && !rejected.some((each) => isSelected(id, each)));
}

function hasLabels({ object }: Resource, selector: JsonValue): boolean {
  return (["labels", "annotations"] as const).every((member) => {
    const text = textAt(selector, `${member.slice(0, -1)}Selector`);
    const pairs = Object.entries(textsOf(objectAt(object, "metadata", member)));
    return (
      text === "" ||
      parseLabelSelector(text).matches(Object.fromEntries(pairs.map(([key, value]) => [key, String(value)])))
    );
  });
}

function copyTo(resource: Resource, target: JsonValue, value: JsonValue): void {
  const options = objectAt(target, "options");
  const creates = textAt(options, "create") === "true";
  const given = itemsAt(target, "fieldPaths").map(String);
  for (const path of given.length === 0 ? [defaultPath] : given) {
    let count = 0;
    const parts = splitPath(path);
    const isAnnotation = parts[0] === "metadata" && parts[1] === "annotations";
    const change = (old: JsonValue, isMade: boolean): JsonValue => {
      count++;
      const next = replaced(old, value, options);
      if (!isMade || isObject(value) || isList(value)) return next;
      // annotations are written anew as texts when a build ends
      return isAnnotation ? String(next) : asPlain(next, value, options);
    };
    const next = updated(resource.object, parts, { change, made: creates ? value : undefined });
    if (count === 0)
      throw new KubectlError(
        `unable to find ${creates ? "or create " : ""}field ${quoteGo(path)} in replacement target`,
      );
    if (isObject(next)) resource.object = next;
  }
}

/** The value of a field after a replacement; scalars keep their type where the new text has it. */
function replaced(old: JsonValue, value: JsonValue, options: JsonObject): JsonValue {
  const delimiter = textAt(options, "delimiter");
  let next = value;
  if (delimiter !== "") {
    if (isObject(old) || isList(old)) throw noScalar();
    const parts = String(old).split(delimiter);
    const index = Number(textAt(options, "index") || 0);
    if (index < 0) parts.unshift(String(value));
    else parts[Math.min(index, parts.length)] = String(value);
    next = parts.join(delimiter);
  }
  if (isObject(old) || isList(old) || old === null || isObject(next) || isList(next)) return next;
  if (typeof old === "string") return String(next);
  return typeof next === "string" && /^-?\d+$/.test(next) ? Number(next) : next;
}

/** The value of a field that was made: of the type that its text has in YAML (replacement.copyValueToTarget). */
function asPlain(next: JsonValue, value: JsonValue, options: JsonObject): JsonValue {
  if (textAt(options, "delimiter") === "" && typeof value !== "string") return value;
  const text = String(next);
  if (/^(?:true|false)$/.test(text)) return text === "true";
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : next;
}

/** The parts of a path between dots, except for dots in brackets and escaped ones (utils.SmarterPathSplitter). */
export const splitPath = (path: string): readonly string[] =>
  [...path.matchAll(/(?:^|\.)((?:\[[^\]]*\]|\\.|[^.\\[])*)/g)]
    .map(([, part = ""]) => part.replace(/\\(.)/g, "$1"))
    .filter((part) => part !== "");

/** Changes the fields that a path leads to. */
interface Walk {
  /** Changes a value, which was made where it was missing. */
  readonly change: (value: JsonValue, isMade: boolean) => JsonValue;
  /** Fields that are missing are made for this value; undefined to leave them out. */
  readonly made?: JsonValue | undefined;
}

/** A value with the fields at a path changed, of which `change` is told one by one (yaml.PathMatcher). */
function updated(value: JsonValue, path: readonly string[], walk: Walk, isMade = false): JsonValue {
  const [part, ...rest] = path;
  if (part === undefined) return walk.change(value, isMade);
  if (isList(value)) return updatedList(value, part, rest, walk);
  if (!isObject(value)) return value;
  const name = /^\[(.*)\]$/.exec(part)?.[1] ?? part;
  const names = name === "*" ? Object.keys(value) : [name];
  const next: Record<string, JsonValue> = { ...value };
  for (const each of names) {
    const found = memberOf(value, each);
    const old = found ?? blankFor(rest, walk);
    if (old !== undefined) setMember(next, each, updated(old, rest, walk, found === undefined));
  }
  return next;
}

function updatedList(
  list: readonly JsonValue[],
  part: string,
  rest: readonly string[],
  walk: Walk,
): readonly JsonValue[] {
  const [, name = "", wanted = ""] = /^\[([^=]*)=(.*)\]$/.exec(part) ?? [];
  const isWanted = (item: JsonValue, at: number): boolean => {
    if (part === "*") return true;
    if (part === "-") return at === list.length - 1;
    if (/^\d+$/.test(part)) return at === Number(part);
    return part.startsWith("[") && (name === "" ? String(item) : textAt(item, name)) === wanted;
  };
  const isMade = walk.made !== undefined && name !== "" && !list.some(isWanted);
  const all = isMade ? [...list, { [name]: wanted }] : list;
  return all.map((item, at) => (isWanted(item, at) ? updated(item, rest, walk) : item));
}

/** What a missing field begins with: a list where an item of it comes next. */
function blankFor([next]: readonly string[], { made }: Walk): JsonValue | undefined {
  if (made === undefined) return undefined;
  if (next === undefined) return isList(made) ? [] : isObject(made) ? {} : "";
  return /^(?:\[.*\]|-|\d+)$/.test(next) ? [] : {};
}
