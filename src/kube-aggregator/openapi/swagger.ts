import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Member, OpenApiDocument } from "../../apiserver/endpoints/openapi/document.ts";
import type { Pace } from "../../apiserver/endpoints/openapi/pace.ts";

/** What an OpenAPI v2 document adds to another one. */
export type Swagger = Pick<OpenApiDocument, "paths" | "schemas" | "parameters">;

/**
 * Returns what a document says of paths with a prefix: these, and the definitions that they use or that nobody uses
 * (FilterSpecByPathsWithoutSideEffects).
 */
export async function swaggerOf(document: JsonObject, prefix: string, pace: Pace): Promise<Swagger> {
  const all = {
    paths: await membersOf(document["paths"], pace),
    schemas: await membersOf(document["definitions"], pace),
    parameters: await membersOf(document["parameters"], pace),
  };
  return onlyPaths(all, ({ name }) => name.startsWith(prefix), pace);
}

async function membersOf(value: JsonValue | undefined, pace: Pace): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
    const text = JSON.stringify(member);
    members.push({ name, text });
    await pace.spend(text.length);
  }
  return members;
}

async function onlyPaths(swagger: Swagger, keeps: (path: Member) => boolean, pace: Pace): Promise<Swagger> {
  const paths = swagger.paths.filter(keeps);
  if (paths.length === swagger.paths.length) return swagger;
  const usedBefore = await usedDefinitions(swagger.paths, swagger.schemas, pace);
  const used = await usedDefinitions(paths, swagger.schemas, pace);
  return { ...swagger, paths, schemas: swagger.schemas.filter(({ name }) => used.has(name) || !usedBefore.has(name)) };
}

/** Returns the names of the definitions that paths refer to, directly or by others. */
async function usedDefinitions(
  paths: readonly Member[],
  schemas: readonly Member[],
  pace: Pace,
): Promise<ReadonlySet<string>> {
  const texts = new Map(schemas.map(({ name, text }) => [name, text]));
  const used = new Set<string>();
  const waiting = paths.map(({ text }) => text);
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const name of referencesIn(text)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(texts.get(name) ?? "");
    }
    await pace.spend(text.length);
  }
  return used;
}

function* referencesIn(text: string): Generator<string> {
  for (const [, name = ""] of text.matchAll(/"\$ref":"#\/definitions\/([^"\\]+)"/g)) yield name;
}

/**
 * Adds a document to another one, whose paths win. Definitions and parameters of the same name but another content get
 * a new one: `NAME_v2` and so on (MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters).
 */
export async function mergeSwagger(into: Swagger, added: Swagger, pace: Pace): Promise<Swagger> {
  const known = new Set(into.paths.map(({ name }) => name));
  const source = await onlyPaths(added, ({ name }) => !known.has(name), pace);
  if (source.paths.length === 0) return into;
  const definitions = await renamesOf(into.schemas, source.schemas, canonicalTexts(true), pace);
  const parameters = await renamesOf(into.parameters, source.parameters, canonicalTexts(false), pace);
  const renames = { definitions, parameters };
  const renamed = async (members: readonly Member[], names: ReadonlyMap<string, string>): Promise<readonly Member[]> =>
    definitions.size + parameters.size === 0 ? members : renameAll(members, names, renames, pace);
  return {
    paths: [...into.paths, ...(await renamed(source.paths, new Map()))],
    schemas: withKinds(into.schemas, await renamed(source.schemas, definitions)),
    parameters: withKinds(into.parameters, await renamed(source.parameters, parameters)),
  };
}

/** The new names of the parts of a document. */
interface Renames {
  readonly definitions: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Renames members and their references, in one pass however many names there are. */
async function renameAll(
  members: readonly Member[],
  names: ReadonlyMap<string, string>,
  renames: Renames,
  pace: Pace,
): Promise<readonly Member[]> {
  const renamed: Member[] = [];
  for (const { name, text } of members) {
    const changed = text.replaceAll(
      /"\$ref":"#\/(definitions|parameters)\/([^"\\]+)"/g,
      (whole, part: keyof Renames, old: string) => {
        const now = renames[part].get(old);
        return now === undefined ? whole : `"$ref":"#/${part}/${now}"`;
      },
    );
    renamed.push({ name: names.get(name) ?? name, text: changed });
    await pace.spend(text.length);
  }
  return renamed;
}

/** Returns the new names of members that would hide others of the same name. */
async function renamesOf(
  into: readonly Member[],
  added: readonly Member[],
  canonicalText: CanonicalText,
  pace: Pace,
): Promise<ReadonlyMap<string, string>> {
  const isSame = async (a: Member, b: Member): Promise<boolean> => {
    if (a.text === b.text) return true;
    return (await canonicalText(a, pace)) === (await canonicalText(b, pace));
  };
  const existing = new Map(into.map((member) => [member.name, member]));
  const own = new Set(added.map(({ name }) => name));
  const taken = new Set(existing.keys());
  const renames = new Map<string, string>();
  for (const member of added) {
    const found = existing.get(member.name);
    if (found === undefined) continue;
    if (await isSame(found, member)) continue;
    const name = await newName(member, existing, isSame, (wanted) => taken.has(wanted) || own.has(wanted));
    renames.set(member.name, name);
    taken.add(name);
  }
  return renames;
}

/** Returns the first name of a member that is free, or that an equal member has. */
async function newName(
  member: Member,
  existing: ReadonlyMap<string, Member>,
  isSame: (a: Member, b: Member) => Promise<boolean>,
  isTaken: (name: string) => boolean,
): Promise<string> {
  for (let at = 2; ; at++) {
    const name = `${member.name}_v${at}`;
    const found = existing.get(name);
    if (found === undefined ? !isTaken(name) : await isSame(found, member)) return name;
  }
}

const kindsKey = "x-kubernetes-group-version-kind";

const valueOf = ({ text }: Member): JsonValue => JSON.parse(text) as JsonValue;

/** Returns a text that members have in common whose values are equal. */
type CanonicalText = (member: Member, pace: Pace) => Promise<string>;

/**
 * Returns what makes such texts, of each member once however often it is compared. Definitions may differ in their
 * kinds (deepEqualDefinitionsModuloGVKs).
 */
function canonicalTexts(ofDefinitions: boolean): CanonicalText {
  const known = new WeakMap<Member, string>();
  return async (member, pace) => {
    const found = known.get(member);
    if (found !== undefined) return found;
    await pace.spend(member.text.length);
    const value = valueOf(member);
    const compared =
      ofDefinitions && isObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== kindsKey))
        : value;
    const text = sorted(compared);
    known.set(member, text);
    return text;
  };
}

/** The JSON of a value whose members are in the order of their names. */
const sorted = (value: JsonValue | undefined): string =>
  JSON.stringify(value, (_, part: JsonValue) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

/** Adds members; those that are there get the kinds of both (mergedGVKs). */
function withKinds(into: readonly Member[], added: readonly Member[]): readonly Member[] {
  const members = new Map(into.map((member) => [member.name, member]));
  for (const member of added) {
    const found = members.get(member.name);
    members.set(member.name, found === undefined || found.text === member.text ? member : joinKinds(found, member));
  }
  return [...members.values()];
}

function joinKinds(existing: Member, added: Member): Member {
  const [value, other] = [valueOf(existing), valueOf(added)];
  const kinds = isObject(other) ? other[kindsKey] : undefined;
  if (!isObject(value) || !Array.isArray(kinds)) return existing;
  const own = value[kindsKey];
  const byName = new Map((Array.isArray(own) ? [...kinds, ...own] : kinds).map((kind) => [kindName(kind), kind]));
  if (Array.isArray(own) && byName.size === own.length) return existing;
  const all = [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, kind]) => kind);
  return { name: existing.name, text: JSON.stringify({ ...value, [kindsKey]: all }) };
}

const kindName = (kind: JsonValue): string =>
  isObject(kind) ? ["group", "version", "kind"].map((name) => String(kind[name])).join("/") : "";
