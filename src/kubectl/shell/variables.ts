import type { Session } from "../session.ts";
import { arrayAssignment } from "./arrays.ts";

/** A word that assigns: the name, `+` where it appends, and the value. */
export const assignment = /^([A-Za-z_]\w*)(\+?)=(.*)$/s;

/** Where programs are looked for. */
export const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The session with some of its parts in place of its own; what commands change of the others stays. */
export const over = (session: Session, parts: Partial<Session>): Session =>
  new Proxy(session, {
    get: (target, name) => (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(target, name)),
  });

export function setVariable({ variables, environment }: Session, name: string, value: string, exported = false): void {
  const isSeen = exported || variables.get(name)?.exported === true || environment[name] !== undefined;
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
  const { value, items: own = value === undefined ? [] : [value] } = variables.get(array.name) ?? {};
  const items = [...(array.appends ? own : []), ...(await expand(array.items))];
  variables.set(array.name, { value: items[0] ?? "", exported: false, items });
  return [];
}

/** The value of a variable before a command; undefined if it has none there. */
export const assignedIn = (words: readonly string[], name: string): string | undefined =>
  words.findLast((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);

export function assign(session: Session, words: readonly string[], exported: boolean): number {
  for (const word of words) {
    const own = (name: string): string => session.variables.get(name)?.value ?? "";
    const [, name = word, plus = "", value = own(word)] = assignment.exec(word) ?? [];
    setVariable(session, name, plus === "" ? value : own(name) + value, exported);
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
