import { editDistance, nearestWord } from "../../apimachinery/edit-distance.ts";
import { formatGroupVersion, type GroupVersion, groupVersionOf } from "../../apimachinery/gvk.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import {
  itemsOf,
  resolved,
  type Schema,
  schemaOfKind,
  schemaOfStep,
  type Schemas,
  valuesOf,
} from "../../client/openapi/schema-document.ts";
import type { BodyEdit, Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { listed } from "../words.ts";
import { pathText, stepsIn, valueOfPath } from "./field-path.ts";
import { type Finding, isServedAt, type Refused } from "./refused.ts";
import type { ServedApi, ServedKind } from "./served-api.ts";

/** A field of a manifest that its kind does not have, and the one that is meant. */
export interface UnknownField {
  readonly path: readonly (string | number)[];
  /** The path of the field that is meant; undefined if none is near. */
  readonly meant: readonly (string | number)[] | undefined;
  /** The fields of the object that it stands in. */
  readonly siblings: readonly string[];
  /** Whether the field that is meant has to be there. */
  readonly isRequired: boolean;
  /** Members of what was sent that belong beside the field, which the object has not. */
  readonly ownMembers?: readonly string[];
  /** Other versions of the kind, or other kinds, that have the field. */
  readonly elsewhere?: readonly string[];
}

const strictError = /unknown field ("(?:[^"\\]|\\.)*")/g;
const typedError = /(?:^|[\s[(])(\.[^\s:]+): field not declared in schema/g;

/** The paths of unknown fields that a message or a warning names: strict decoding, and values of applies. */
export function unknownFieldsIn(message: string): readonly string[] {
  const strict = [...message.matchAll(strictError)].map(([, quoted = '""']) => String(JSON.parse(quoted)));
  const typed = [...message.matchAll(typedError)].map(([, path = ""]) => path.slice(1));
  return [...new Set([...strict, ...typed])];
}

/** Explains unknown fields by those that the kind has. */
export async function unknownFields(paths: readonly string[], refused: Refused): Promise<Finding> {
  const { request, status } = refused;
  const found = await lookUpFields(paths.slice(0, 20), refused);
  const texts = fieldsText(found);
  const more = paths.length > found.length ? `, and ${paths.length - found.length} more` : "";
  const remedies = found.length === 0 ? [] : remediesOf(found, request.body);
  return {
    situation: "request-with-unknown-field",
    state: "Unknown field",
    because: texts === "" ? (status.message ?? "") : `${texts}${more}`,
    remedies,
  };
}

/** What the schema of the request's kind knows of paths. */
export async function lookUpFields(
  paths: readonly string[],
  { request, at, api }: Refused,
): Promise<readonly UnknownField[]> {
  const served = at && (await api.resources()).find(isServedAt(at));
  const kind = textAt(request.body, "kind") || (served?.kind ?? "");
  const apiVersion = textAt(request.body, "apiVersion");
  const gv = apiVersion === "" ? { group: at?.group ?? "", version: at?.version ?? "" } : groupVersionOf(apiVersion);
  const schemas = await api.schemas(gv.group, gv.version);
  const root = schemaOfKind(schemas, gv.group, gv.version, kind);
  const found = paths.map((path) => {
    const steps = stepsIn(request.body, path);
    return lookUpField(schemas, root, steps, valueOfPath(request.body, steps));
  });
  return Promise.all(
    found.map(async (field) =>
      field.meant === undefined && field.ownMembers === undefined && root !== undefined
        ? { ...field, elsewhere: await elsewhere(field.path, kind, gv, api) }
        : field,
    ),
  );
}

/** The other versions of a kind that have a field, else the other kinds of its group and version. */
async function elsewhere(
  path: readonly (string | number)[],
  kind: string,
  own: GroupVersion,
  api: ServedApi,
): Promise<readonly string[]> {
  if (path.length < 2) return [];
  const group = (await api.resources()).filter((each) => each.group === own.group);
  const has = async (each: ServedKind): Promise<boolean> => {
    const schemas = await api.schemas(each.group, each.version);
    const root = schemaOfKind(schemas, each.group, each.version, each.kind);
    return path.reduce<Schema | undefined>((at, step) => at && schemaOfStep(schemas, at, step), root) !== undefined;
  };
  const among = async (kinds: readonly ServedKind[]): Promise<readonly ServedKind[]> =>
    (await Promise.all(kinds.map(async (each) => ((await has(each)) ? [each] : [])))).flat();
  const versions = await among(group.filter((each) => each.kind === kind && each.version !== own.version));
  if (versions.length > 0) return versions.map(formatGroupVersion);
  const kinds = await among(group.filter((each) => each.kind !== kind && each.version === own.version));
  return [...new Set(kinds.map((each) => each.kind))];
}

function lookUpField(
  schemas: Schemas,
  root: Schema | undefined,
  path: readonly (string | number)[],
  value: unknown,
): UnknownField {
  const above = path.slice(0, -1);
  const name = String(path.at(-1) ?? "");
  const parent = above.reduce<Schema | undefined>((at, step) => at && schemaOfStep(schemas, at, step), root);
  const siblings = parent === undefined ? [] : namesIn(schemas, parent);
  const required = parent && resolved(schemas, parent)["required"];
  const needed = Array.isArray(required) ? required.filter((one) => typeof one === "string") : [];
  const spelt = nearestSpelling(name, siblings);
  const below =
    spelt === undefined && parent !== undefined && root !== parent ? placeOf(schemas, parent, name, []) : undefined;
  const near = spelt ?? (below === undefined ? nearestLonger(name, siblings, needed) : undefined);
  const isRequired = near !== undefined && needed.includes(near);
  if (near !== undefined) return { path, meant: [...above, near], siblings, isRequired };
  const ownMembers = isRecord(value) ? Object.keys(value).filter((each) => siblings.includes(each)) : [];
  if (ownMembers.length > 0) return { path, meant: undefined, siblings, isRequired, ownMembers };
  const inner =
    below ?? (parent && (innerField(schemas, parent, name, value, siblings) ?? memberOfMap(name, value, siblings)));
  const meant = inner === undefined ? root && placeOf(schemas, root, name, above) : [...above, ...inner];
  return { path, meant, siblings, isRequired: false };
}

/** A label, a resource or an entry that was written beside the map that has them. */
function memberOfMap(name: string, value: unknown, siblings: readonly string[]): readonly string[] | undefined {
  const map = ["matchLabels", "requests"].find((each) => siblings.includes(each));
  return map === undefined || isRecord(value) || Array.isArray(value) ? undefined : [map, name];
}

/** A field of an object beside, written in one word: `serviceName` for `service.name`. */
function innerField(
  schemas: Schemas,
  parent: Schema,
  name: string,
  value: unknown,
  siblings: readonly string[],
): readonly string[] | undefined {
  for (const sibling of siblings.filter((each) => name.startsWith(each) && /^[A-Z]/.test(name.slice(each.length)))) {
    const schema = schemaOfStep(schemas, parent, sibling);
    const rest = name.slice(sibling.length);
    const field = rest.slice(0, 1).toLowerCase() + rest.slice(1);
    const inner = schema && schemaOfStep(schemas, schema, field);
    if (inner === undefined) continue;
    const member = typeof value === "number" ? "number" : "name";
    return [sibling, field, ...(namesIn(schemas, inner).includes(member) ? [member] : [])];
  }
  return undefined;
}

/** The name that is meant: another spelling of it, of another case or number. */
function nearestSpelling(name: string, siblings: readonly string[]): string | undefined {
  const same = siblings.find((each) => plain(each) === plain(name));
  const near = same ?? nearestWord(name, siblings) ?? nearestWord(name.toLowerCase(), siblings);
  return near ?? siblings.find((each) => each === `${name}s` || `${each}s` === name);
}

const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, "");

/** The name that begins or ends with what was written, before others one that has to be there. */
function nearestLonger(name: string, siblings: readonly string[], needed: readonly string[]): string | undefined {
  if (name.length < 4) return undefined;
  const around = siblings.filter(
    (each) =>
      plain(each).endsWith(plain(name)) ||
      plain(each).startsWith(plain(name)) ||
      // a longer word for a short name: `environment` for `env`
      (each.length >= 3 && plain(name).startsWith(plain(each)) && /^[a-z]+$/.test(name)),
  );
  const rank = (each: string): number => editDistance(each, name) - (needed.includes(each) ? 100 : 0);
  return around.toSorted((a, b) => rank(a) - rank(b))[0];
}

const namesIn = (schemas: Schemas, written: Schema): readonly string[] => {
  const properties = resolved(schemas, written)["properties"];
  return isRecord(properties) ? Object.keys(properties) : [];
};

/** How deep a field is looked for. */
const deepest = 5;

/**
 * The nearest place in a kind that has a field of this name: the fewest steps away from where it was written. Items of
 * lists are stood for by the first.
 */
function placeOf(
  schemas: Schemas,
  root: Schema,
  name: string,
  from: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  let level: readonly Placed[] = [[[], root]];
  const found: Path[] = [];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    level = level.flatMap((placed) => fieldsOf(schemas, placed));
    found.push(...level.flatMap(([path]) => (named(path) === name ? [withoutItem(path)] : [])));
  }
  const distance = (place: readonly (string | number)[]): number => {
    const shared = place.findIndex((step, i) => step !== from[i]);
    return place.length - 1 + from.length - 2 * Math.max(0, shared);
  };
  return found.toSorted((a, b) => distance(a) - distance(b))[0];
}

type Path = readonly (string | number)[];
type Placed = readonly [path: Path, schema: Schema];

/** The fields of a schema with their schemas. Of the object itself only what people write, without its metadata. */
function fieldsOf(schemas: Schemas, [above, written]: Placed): readonly Placed[] {
  const properties = resolved(schemas, written)["properties"];
  if (!isRecord(properties)) return [];
  const left = above.length === 0 ? new Set(["metadata", "status"]) : new Set();
  return Object.entries(properties).flatMap(([key, inner]) =>
    isRecord(inner) && !left.has(key) ? [entered(schemas, [...above, key], inner)] : [],
  );
}

/** The place that fields are looked for in: that of the first item of a list. Members of maps have any name. */
function entered(schemas: Schemas, path: Path, written: Schema): Placed {
  const schema = resolved(schemas, written);
  const items = itemsOf(schema);
  if (items !== undefined) return [[...path, 0], items];
  return [path, valuesOf(schema) === undefined ? schema : {}];
}

const withoutItem = (path: Path): Path => (typeof path.at(-1) === "number" ? path.slice(0, -1) : path);
const named = (path: Path): string => String(withoutItem(path).at(-1));

/** The generic form of a path, without the numbers of items. */
const generic = (path: readonly (string | number)[]): string =>
  pathText(path.filter((step) => typeof step === "string"));

/** What is said about a field: `there is no field spec.replcas; did you mean replicas?`. */
export function fieldText(field: UnknownField): string {
  const { path, meant, siblings, ownMembers, elsewhere: others = [] } = field;
  const there = `there is no field ${pathText(path)}`;
  if (ownMembers !== undefined)
    return `${there}; ${listed(ownMembers, 5)} ${ownMembers.length === 1 ? "stands" : "stand"} in its place`;
  if (others.length > 0) return `${there}; ${listed(others, 4)} ${others.length === 1 ? "has" : "have"} it`;
  if (meant === undefined) {
    const shown = siblings.slice(0, 6).join(", ");
    const names = siblings.length > 6 ? `${shown} and ${siblings.length - 6} more` : shown;
    return siblings.length === 0 ? there : `${there}, where there are ${names}`;
  }
  return isBeside(field)
    ? `${there}; did you mean ${String(meant.at(-1))}?`
    : `${there}; ${pathText(meant).replaceAll("[0]", "[*]")} is one`;
}

/** What is said about several fields. */
function fieldsText(fields: readonly UnknownField[]): string {
  const isMisspelt = fields.length > 1 && fields.every(isBeside);
  if (!isMisspelt) return fields.map(fieldText).join("; ");
  const paths = listed(
    fields.map(({ path }) => pathText(path)),
    5,
  );
  return `there are no fields ${paths}; did you mean ${listed(
    fields.map(({ meant }) => String(meant?.at(-1))),
    5,
  )}?`;
}

/** Whether the field that is meant is in the same object. */
const isBeside = ({ path, meant }: UnknownField): boolean =>
  meant !== undefined && generic(path.slice(0, -1)) === generic(meant.slice(0, -1));

/** Moves fields to where they belong, with the objects that are not there yet. */
function movesOf(fields: readonly UnknownField[], body: unknown): readonly Remedy[] {
  const moved = fields.filter((field) => field.meant !== undefined && !isBeside(field) && isReached(body, field.meant));
  if (moved.length === 0) return [];
  const draft: unknown = structuredClone(body);
  const edits = moved.flatMap(({ path, meant = [] }) => [put(draft, meant, valueOfPath(body, path)), { path }]);
  return [{ kind: "edit", words: `Move to ${moved.map(({ meant = [] }) => pathText(meant)).join(", ")}`, edits }];
}

/** Reports whether it is clear which item is meant by each step into a list: the only one. */
const isReached = (body: unknown, path: Path): boolean =>
  path.every((step, i) => {
    const list = valueOfPath(body, path.slice(0, i));
    return typeof step === "string" ? !Array.isArray(list) : Array.isArray(list) && list.length === 1;
  });

/** Sets the value at a path of a draft, and returns the edit that does so: of the first member that is not there. */
function put(draft: unknown, path: Path, value: unknown): BodyEdit {
  const depth = path.findIndex((_, i) => i < path.length - 1 && !isObject(valueOfPath(draft, path.slice(0, i + 1))));
  const at = depth < 0 ? path.length - 1 : depth;
  const inner = path.slice(at + 1).reduceRight<unknown>((held, step) => ({ [step]: held }), value);
  const parent = valueOfPath(draft, path.slice(0, at));
  if (isObject(parent)) Reflect.set(parent, path[at] ?? "", inner);
  return { path: path.slice(0, at + 1), value: inner };
}

const isObject = (value: unknown): value is object => isRecord(value) || Array.isArray(value);

function remediesOf(fields: readonly UnknownField[], body: unknown): readonly Remedy[] {
  const isThere = ({ path }: UnknownField): boolean => valueOfPath(body, path) !== undefined;
  const written = fields.filter(isThere);
  if (written.length === 0) return [];
  // A field that is there already would be lost.
  const isFree = ({ meant = [] }: UnknownField): boolean => valueOfPath(body, meant) === undefined;
  const renamed = written.filter(isBeside).filter(isFree);
  const names = (list: readonly UnknownField[]): string => list.map(({ path }) => pathText(path)).join(", ");
  const rename: readonly Remedy[] =
    renamed.length === 0
      ? []
      : [
          {
            kind: "edit",
            words: `Write ${renamed.map(({ meant = [] }) => pathText(meant)).join(", ")}`,
            edits: renamed.map(({ path, meant = [] }) => ({ path, name: String(meant.at(-1)) })),
          },
        ];
  const raised = written.flatMap(({ path, ownMembers = [] }) =>
    ownMembers.map((name) => ({ path: [...path.slice(0, -1), name], value: valueOfPath(body, [...path, name]) })),
  );
  const within: readonly Remedy[] =
    raised.length === 0
      ? []
      : [
          {
            kind: "edit",
            words: `Write ${raised.map(({ path }) => pathText(path)).join(", ")}`,
            edits: [...raised, ...written.map(({ path }) => ({ path }))],
          },
        ];
  // Without a field that has to be there, the next refusal would follow.
  if (renamed.some(({ isRequired }) => isRequired)) return rename;
  return [
    ...rename,
    ...within,
    ...movesOf(written.filter(isFree), body),
    { kind: "edit", words: `Leave out ${names(written)}`, edits: written.map(({ path }) => ({ path })) },
  ];
}
