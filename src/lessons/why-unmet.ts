import { nearestWord } from "../apimachinery/edit-distance.ts";
import type { CommandResult } from "./run-command-line.ts";

/**
 * What a page has made so far: the names that its command lines gave, and those that were printed. A page also speaks
 * of what other pages or the reader's cluster have, which its lines cannot find here.
 */
export class PageWorld {
  readonly #texts: string[] = [];
  #hasFailedWrite = false;

  /** Takes note of a line that has run. */
  note(text: string, result: CommandResult, onlyReads: boolean): void {
    if (result.exitCode === 0) this.#texts.push(text, result.output);
    else if (!onlyReads) this.#hasFailedWrite = true;
  }

  /** Whether the page has made something of this name, or has it from a file or an answer. */
  has(name: string): boolean {
    const word = new RegExp(`(?<![\\w.-])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-]|\\.\\w)`);
    return this.#texts.some((text) => word.test(text));
  }

  /** Whether something of this name may be meant to be there: a line has failed, or the name is misspelt. */
  mayHave(name: string): boolean {
    const words = (): Iterable<string> => new Set(this.#texts.flatMap((text) => text.split(/[^\w.-]+/)));
    return this.#hasFailedWrite || this.has(name) || nearestWord(name, words()) !== undefined;
  }
}

/** Says why a line could not run, by what it has printed; undefined if that is not the reason. */
type Rule = (output: string, text: string, world: PageWorld) => string | undefined;

const notFound = /\b([a-z]+(?:\.[a-z0-9.-]+)?) "([^"\s]+)" not found/g;
const noService = /\bSVC_NOT_FOUND: Service '([^']+)' was not found/g;
const noFile = /(?:the path "([^"]+)" does not exist|(?:open|stat|cannot stat|cat:) '?([\w./~-]+)'?: [Nn]o such file)/g;
const inContainer = /\bkubectl\s+(?:\S+\s+)*?(?:exec|debug|attach|run)\b/;

const rules: readonly Rule[] = [
  (output) =>
    /Metrics API not available|\((?:get|list) \w+\.metrics\.k8s\.io\b/.test(output)
      ? "there is no metrics API here"
      : undefined,
  (output) => {
    const [, host] =
      /Could not resolve host: (\S+)|bad address '([^']+)'/.exec(output)?.filter((part) => part !== undefined) ?? [];
    return host?.includes(".") === true && !/\.(?:svc|local|cluster)\b/.test(host)
      ? `${host} is in a network, and there is none here`
      : undefined;
  },
  (output) => {
    const [, placeholder] = /Invalid value: "(<[a-z][^">]*>)"/i.exec(output) ?? [];
    return placeholder === undefined ? undefined : `a reader puts a value in for ${placeholder}`;
  },
  (output, _text, world) => allOf(output, noService, ([, name]) => [`services "${name}"`, name], world),
  (output, _text, world) => allOf(output, notFound, ([, resource, name]) => [`${resource} "${name}"`, name], world),
  (output, text, world) =>
    inContainer.test(text)
      ? undefined
      : allOf(output, noFile, ([, path, other]) => [`the file ${path ?? other}`, path ?? other], world),
  (output, text, world) => {
    const [, what, name = ""] = /([a-z.]+) "([^"\s]+)" already exists/.exec(output) ?? [];
    return name !== "" && /\bkubectl\b.*\bcreate\b/s.test(text) && world.has(name)
      ? `it is another way to make what there is: ${what} "${name}"`
      : undefined;
  },
];

/** Whether nothing of what an output misses was made by the page; says so. */
function allOf(
  output: string,
  pattern: RegExp,
  read: (match: readonly (string | undefined)[]) => readonly [string, string | undefined],
  world: PageWorld,
): string | undefined {
  const missing = [...output.matchAll(pattern)].map(read);
  const [first] = missing;
  if (first === undefined || missing.some(([, name]) => name === undefined || world.mayHave(name))) return undefined;
  return `the page does not make ${first[0]}`;
}

const generatedEnding = /(?:-[a-z0-9]{6,10})?-[a-z0-9]{5}$/;

/** A list that is empty, where a page shows rows of what it does not make; `shown` are these rows. */
function ofOtherRows(output: string, shown: readonly string[], world: PageWorld): string | undefined {
  if (!output.startsWith("No resources found")) return undefined;
  const names = shown
    .map((row) => row.trim().split(/\s/, 1)[0] ?? "")
    .filter((name) => /^[a-z0-9][\w./-]*$/.test(name));
  const [first] = names;
  const isMade = names.some((name) => [name, name.replace(generatedEnding, "")].some((each) => world.mayHave(each)));
  return first === undefined || isMade ? undefined : `the page does not make ${first}`;
}

/**
 * Says what a line wanted that is not there: a program, as where it ran is known only then, a value, or an object.
 * `shown` is what the page shows.
 */
export function whyUnmet(
  text: string,
  { output, exitCode, unset }: CommandResult,
  shown: readonly string[],
  world: PageWorld,
): string | undefined {
  if (unset !== undefined) return `the page gives no value to $${unset}`;
  const [, name] = /(?:^|[\s'":])([\w./-]+)'?: (?:command )?not found|env: '([^']*)'/.exec(output) ?? [];
  if (exitCode === 127 && name !== undefined) return `there is no program ${name} here`;
  if (exitCode === 0) return ofOtherRows(output, shown, world);
  for (const rule of rules) {
    const reason = rule(output, text, world);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
