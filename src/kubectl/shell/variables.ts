import type { Session } from "../session.ts";
import { KubectlError } from "../kubectl-error.ts";
import { arrayAssignment } from "./arrays.ts";

/** A word that assigns: the name, with the index of an item, `+` where it appends, and the value. */
export const assignment = /^([A-Za-z_]\w*(?:\[[^\]]*\])?)(\+?)=(.*)$/s;

/** Where programs are looked for. */
export const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const layer = Symbol("layer");

/**
 * The session with some of its parts in place of its own; what commands change of the others stays. Over one that was
 * made so, it is made of the same session, so that shells within each other do not slow it down.
 */
export function over(session: Session & { readonly [layer]?: Layer }, parts: Partial<Session>): Session {
  const below = session[layer];
  const own: Layer = { session: below?.session ?? session, parts: { ...below?.parts, ...parts } };
  return new Proxy(own.session, {
    get: (target, name) =>
      name === layer ? own : Reflect.get(Object.hasOwn(own.parts, name) ? own.parts : target, name),
  });
}

interface Layer {
  readonly session: Session;
  readonly parts: Partial<Session>;
}

/** The most characters of a value, and items of an array: what doubles itself in a loop must not fill the memory. */
const longestValue = 2 ** 24;

const within = (name: string, length: number): void => {
  if (length > longestValue) throw new KubectlError(`${name}: cannot allocate ${length} bytes`, 2);
};

/** Adds to what a command prints for the shell itself. Throws a KubectlError where it does not end. */
export function appended(text: string, part: string): string {
  within("output", text.length + part.length);
  return text + part;
}

export function setVariable({ variables, environment }: Session, name: string, value: string, exported = false): void {
  const isSeen = exported || variables.get(name)?.exported === true || environment[name] !== undefined;
  within(name, value.length);
  variables.set(name, { value, exported: isSeen });
}

/** Sets an array where a word does, and leaves no word; undefined for another word. */
export async function assignedWords(
  { variables }: Session,
  word: string,
  expand: (words: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[] | undefined> {
  const array = arrayAssignment(word);
  if (array === undefined) return undefined;
  const { value, keys, items: own = value === undefined ? [] : [value] } = variables.get(array.name) ?? {};
  if (keys !== undefined) {
    if (!array.appends) variables.set(array.name, { value: "", exported: false, items: [], keys: [] });
    for (const item of await expand(array.items)) {
      const [, key = "", text = ""] = /^\[([^\]]*)\]=(.*)$/s.exec(item) ?? [];
      setItem(variables, array.name, key, text);
    }
    return [];
  }
  const items = [...(array.appends ? own : []), ...(await expand(array.items))];
  within(
    array.name,
    items.reduce((sum, item) => sum + item.length + 1, 0),
  );
  variables.set(array.name, { value: items[0] ?? "", exported: false, items });
  return [];
}

/** Sets an item of an array, by its number or, in an array with words as indices, by its word. */
function setItem(variables: Session["variables"], name: string, key: string, value: string): void {
  const { keys, items = [], value: first = "" } = variables.get(name) ?? {};
  const at = keys === undefined ? Number(key) : keys.includes(key) ? keys.indexOf(key) : keys.length;
  if (!Number.isSafeInteger(at) || at < 0) throw new KubectlError(`${name}[${key}]: bad array subscript`, 1);
  within(name, at);
  const before = items.length === 0 && first !== "" ? [first] : items;
  const changed = Array.from({ length: Math.max(before.length, at + 1) }, (_, i) =>
    i === at ? value : (before[i] ?? ""),
  );
  const named = keys === undefined || keys.includes(key) ? keys : [...keys, key];
  variables.set(name, { value: changed[0] ?? "", exported: false, items: changed, ...(named && { keys: named }) });
}

/** The value of a variable before a command; undefined if it has none there. */
export const assignedIn = (words: readonly string[], name: string): string | undefined =>
  words.findLast((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

export function assign(session: Session, words: readonly string[], exported: boolean): number {
  for (const word of words) {
    const own = (name: string): string => session.variables.get(name)?.value ?? "";
    const [, name = word, plus = "", value = own(word)] = assignment.exec(word) ?? [];
    const [, array, key = ""] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (array !== undefined) setItem(session.variables, array, key, value);
    else setVariable(session, name, plus === "" ? value : own(name) + value, exported);
  }
  return 0;
}

/** The exported variables as words before a command. */
export const exportedOf = ({ variables }: Session): readonly string[] =>
  [...variables].flatMap(([name, { value, exported }]) => (exported ? [`${name}=${value}`] : []));

/** The session with variables that stand before a command, `NAME=VALUE`; what commands change of it stays. */
export function withVariables(session: Session, words: readonly string[]): Session {
  if (words.length === 0) return session;
  const given = words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
  const environment: Readonly<Record<string, string>> = { ...session.environment, ...Object.fromEntries(given) };
  const kubeconfigVariable = given.findLast(([name]) => name === "KUBECONFIG")?.[1];
  return over(session, { environment, ...(kubeconfigVariable !== undefined && { kubeconfigVariable }) });
}
