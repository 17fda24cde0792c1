import { nearestWord } from "../apimachinery/edit-distance.ts";
import type { CommandResult } from "./run-command-line.ts";

/** Commands of kubectl that make or change an object. */
const makes =
  /\bkubectl\s+(?!\s)(?:[^|;&\n]{0,500}?\s)?(?:annotate|apply|autoscale|cordon|create|debug|drain|edit|expose|label|patch|replace|rollout|run|scale|set|taint)\s/;
/** Finds a name among other words. */
const wordOf = (name: string): RegExp =>
  new RegExp(`(?<![\\w.-])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-]|\\.\\w)`);

/** A line that makes what files say, not those in the line. */
const ofFiles = /\s(?:-[fk]|--filename|--kustomize)(?:=|\s*)(?!-(?:\s|$))\S/;

/** A request that changes nothing. */
const asks = /^\s*(?:curl|wget)\s(?!.*\s(?:-X|--request|-d|--data|-T|-o|-O)\b)/s;

/**
 * What a page has made so far: the names that its command lines gave, and those that were printed. A page also speaks
 * of what other pages or the reader's cluster have, which its lines cannot find here.
 */
export class PageWorld {
  readonly #texts: string[] = [];
  /** Those about the kubeconfig, whose names are none of objects. */
  readonly #settings: string[] = [];
  /** The lines that are not run. */
  readonly #skipped: string[];
  /** The lines that have failed, and may have made something. */
  readonly #failed: string[] = [];
  #hasMade = false;
  #isInside = false;

  /** `skipped` are the lines that are known not to run before any does. */
  constructor(skipped: readonly string[] = []) {
    this.#skipped = [...skipped];
  }

  /** Whether a line has opened a shell in a container, and none has left it. */
  get isInside(): boolean {
    return this.#isInside;
  }

  /** Whether a line has made or changed an object, or has failed to do so. */
  get hasMade(): boolean {
    return this.#hasMade || this.#failed.length > 0;
  }

  /** Takes note of a line that has run; one that is not run for a reason has made nothing, and has not failed. */
  note(text: string, result: CommandResult, onlyReads: boolean, isMissing = false): void {
    this.#isInside = result.inside === true;
    if (isMissing) {
      this.#skipped.push(text);
      return;
    }
    if (result.exitCode === 0) {
      // names in the address of a file are none of objects, and what a line asks for it does not make
      const output = result.output.replace(/^(?:error:|Error from server) .*$/gim, "");
      const told = onlyReads ? [output] : [text.replace(/\$\([^()]*\)/g, ""), output];
      const texts = /^\s*kubectl\s+config\s/.test(text) ? this.#settings : this.#texts;
      texts.push(...told.map((each) => each.replace(/https?:\/\/\S+/g, "")));
      this.#hasMade ||= makes.test(text);
    } else if (!onlyReads && !asks.test(text)) this.#failed.push(text);
  }

  /** Whether the page has made something of this name, or has it from a file or an answer. */
  has(name: string): boolean {
    return this.#texts.some((text) => wordOf(name).test(text));
  }

  /** Whether a line about the kubeconfig has this name. */
  hasSetting(name: string): boolean {
    return this.#settings.some((text) => wordOf(name).test(text));
  }

  /** Whether a line that is not run makes what files say. */
  get hasSkippedFiles(): boolean {
    return this.#skipped.some((text) => makes.test(text) && ofFiles.test(text));
  }

  /** Whether a line that is not run may make something of this name, and none that has run has made it. */
  isSkipped(name: string): boolean {
    return !this.has(name) && this.#skipped.some((text) => makes.test(text) && wordOf(name).test(text));
  }

  /** Whether a line that is not run, or has failed, names a file that begins so. */
  isNamedElsewhere(name: string): boolean {
    return [...this.#skipped, ...this.#failed].some((text) => text.includes(name));
  }

  /**
   * Whether something of this name may be meant to be there: the name is misspelt, or a line has failed that has it, or
   * makes what files say.
   */
  mayHave(name: string): boolean {
    return this.#failed.some((text) => ofFiles.test(text)) || this.mayHaveFile(name);
  }

  /** The same of a file, which no other file makes. */
  mayHaveFile(name: string): boolean {
    const words = (): Iterable<string> => new Set(this.#texts.flatMap((text) => text.split(/[^\w.-]+/)));
    const failed = this.#failed.some((text) => wordOf(name.replace(/^.*\//s, "")).test(text));
    return failed || this.has(name) || nearestWord(name, words()) !== undefined;
  }
}

/** Says why a line could not run, by what it has printed; undefined if that is not the reason. */
type Rule = (output: string, text: string, world: PageWorld) => string | undefined;

const notFound = /\b([a-z]+(?:\.[a-z0-9.-]+)?) "([^"\s]+)" not found/g;
const noService = /\bSVC_NOT_FOUND: Service '([^']+)' was not found/g;
const noPriorityClass = /\bno PriorityClass with name (\S+) was found/g;
const noContext = /\bcontext was not found for specified context: (\S+)/g;
const noFile =
  /(?:the path "([^"]+)" does not exist|Can't open "([^"]+)" for reading|for loading [a-z ]+ from (?!<stdin>)(\S+)$|(?:bash:|open|stat|reading|can't read|cannot (?:stat|remove|access|open)|cat:) '?([\w./~-]+)'?(?: for reading)?: [Nn]o such file)/gm;
const noPlugin = /\bunknown command "([\w-]+)" for "kubectl"|\bunable to find any kubectl plugins\b/;
const inContainer = /\bkubectl\s+(?:\S+\s+)*?(?:exec|debug|attach|run)\b/;

const rules: readonly Rule[] = [
  (output) =>
    /Metrics API not available|\((?:get|list) \w+\.metrics\.k8s\.io\b/.test(output)
      ? "there is no metrics API here"
      : undefined,
  (output, text, world) => {
    const [, host] =
      /Could not resolve host: (\S+)|bad address '([^']+)'/.exec(output)?.filter((part) => part !== undefined) ?? [];
    const isOfMachine = host !== undefined && !world.isInside && !inContainer.test(text);
    return isOfMachine || (host?.includes(".") === true && !/\.(?:svc|local|cluster)\b/.test(host))
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
      : allOf(
          output,
          noFile,
          ([, ...paths]) => [`the file ${paths.join("")}`, paths.join("")],
          world,
          (path) => world.mayHaveFile(path),
        ),
  (output, _text, world) => {
    const [words, name = ""] = noPlugin.exec(output) ?? [];
    const plugin = `kubectl-${name.replaceAll("-", "_")}`;
    return words !== undefined && (name === "convert" || world.isNamedElsewhere(plugin))
      ? `the plugin ${plugin} is not installed`
      : undefined;
  },
  (output, _text, world) => allOf(output, noPriorityClass, ([, name]) => [`PriorityClass "${name}"`, name], world),
  (output, _text, world) =>
    allOf(
      output,
      noContext,
      ([, name]) => [`the context ${name}`, name],
      world,
      (name) => world.hasSetting(name) || world.mayHave(name),
    ),
  (output) => {
    const [, address, why] = /unable to read URL "([^"]+)": (nothing is fetched; .*)/.exec(output) ?? [];
    return address === undefined ? undefined : `${address} is in a network: ${why}`;
  },
  (output, _text, world) => {
    const [, kind = "", version] = /no matches for kind "(\w+)" in version "([\w./-]+)"/.exec(output) ?? [];
    const isBuiltIn = version !== undefined && /^(?:[a-z]+|[\w.]+\.k8s\.io)\/v\d+(?:alpha|beta)\d+$/.test(version);
    return isBuiltIn && !world.has(kind) ? `the server does not serve ${kind} of ${version}` : undefined;
  },
  (output, _text, world) =>
    /\bno objects passed to \w+/.test(output) && !world.hasMade ? "the page makes nothing to pass to it" : undefined,
  (output, text, world) => {
    const [, host = "", port = ""] = /Failed to connect to (\S+) port (\d+)/.exec(output) ?? [];
    if (host === "" || inContainer.test(text) || world.isInside) return undefined;
    if (/^(?:localhost|127\.0\.0\.1)$/.test(host))
      return world.mayHaveFile(port) ? undefined : `nothing on the page listens on port ${port}`;
    return /^[\d.]+$/.test(host) && !world.mayHaveFile(host) ? `the page does not make the address ${host}` : undefined;
  },
  (output, text, world) => {
    const [, name = ""] =
      /\|\s*grep\s+(?:-[A-Za-z]+\s+)*["']?([\w.-]+)["']?\s*(?:-[A-Z]\d+\s*)?$/.exec(text.trim()) ?? [];
    const isEmpty = output.split("\n").every((line) => line === "" || line.startsWith("No resources found"));
    return name !== "" && isEmpty && !world.mayHave(name) ? `the page does not make ${name}` : undefined;
  },
  (output, text, world) => {
    const [, what, name = ""] = /(?<![a-z.])([a-z.]+) "([^"\s]+)" already exists/.exec(output) ?? [];
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
  mayHave = (name: string): boolean => world.mayHave(name),
): string | undefined {
  const missing = [...output.matchAll(pattern)].map(read);
  const [first] = missing;
  const skipped = missing.find(([, name]) => name !== undefined && world.isSkipped(name));
  if (skipped !== undefined) return `a line that does not run makes ${skipped[0]}`;
  const ofFile = missing.find(([, name]) => name !== undefined && world.hasSkippedFiles && !world.has(name));
  if (ofFile !== undefined) return `a line that does not run may make ${ofFile[0]}`;
  if (first === undefined || missing.some(([, name]) => name === undefined || mayHave(name))) return undefined;
  return `the page does not make ${first[0]}`;
}

/** A name, and what it was generated from, if it was: what stands before its one or two last parts. */
const originsOf = (name: string): readonly string[] => [
  name,
  name.replace(/-[^-]*$/, ""),
  name.replace(/-[^-]*-[^-]*$/, ""),
];

const generatedEnding = /(?:-[a-z0-9]{6,10})?-[a-z0-9]{5}$/;

/** The names in the rows of a table. */
function namesIn(rows: readonly string[]): readonly string[] {
  const [head = "", ...more] = rows;
  const at = /^\s*NAMESPACE\s+NAME\b/.test(head) ? 1 : 0;
  return more.map((row) => row.trim().split(/\s+/)[at] ?? "").filter((name) => /^[a-z0-9][\w./-]*$/.test(name));
}

const headOfTable = /^\s*(?:NAMESPACE\s+)?NAME(?:\s|$)/;

/**
 * A list that has none of the rows which a page shows, and of these none that the page makes; `shown` are these rows.
 */
function ofOtherRows(output: string, shown: readonly string[], world: PageWorld): string | undefined {
  const isEmpty = output.startsWith("No resources found");
  if (!isEmpty && !(headOfTable.test(output) && headOfTable.test(shown[0] ?? ""))) return undefined;
  const names = isEmpty && !headOfTable.test(shown[0] ?? "") ? namesIn(["", ...shown]) : namesIn(shown);
  const printed = new Set(namesIn(output.split("\n")));
  const [first] = names;
  const origins = isEmpty ? (name: string) => [name, name.replace(generatedEnding, "")] : originsOf;
  const isMade = names.some((name) => printed.has(name) || origins(name).some((each) => world.mayHave(each)));
  return first === undefined || isMade ? undefined : `the page does not make ${first}`;
}

/** A list of nothing, or the answer that something is not there, in a line that ends well. */
function ofNothing(output: string, world: PageWorld): string | undefined {
  if (/^[ \t]*(?:"items": \[\]|items: \[\])/m.test(output) && !world.hasMade)
    return "the page makes nothing that is listed";
  const [, message = ""] =
    /^\{\s*"kind": "Status",.*"message": "((?:[^"\\]|\\.)*)".*"reason": "NotFound"/s.exec(output) ?? [];
  return allOf(
    message.replaceAll('\\"', '"'),
    notFound,
    ([, resource, name]) => [`${resource} "${name}"`, name],
    world,
  );
}

/**
 * Says what a line wanted that is not there: a program, as where it ran is known only then, a value, or an object.
 * `shown` is what the page shows.
 */
export function whyUnmet(
  text: string,
  { output, exitCode, unset, empty }: CommandResult,
  shown: readonly string[],
  world: PageWorld,
): string | undefined {
  if (unset !== undefined) return `the page gives no value to $${unset}`;
  if (empty !== undefined && !world.hasMade) return `the page makes nothing that gives $${empty} a value`;
  const [, name] = /(?:^|[\s'":])([\w./-]+)'?: (?:command )?not found|env: '([^']*)'/.exec(output) ?? [];
  const [, file] = /^bash: (\S+): No such file or directory$/m.exec(output) ?? [];
  if (exitCode === 127 && file !== undefined && !world.mayHaveFile(file)) return `there is no program ${file} here`;
  if (exitCode === 127 && name !== undefined) return `there is no program ${name} here`;
  if (exitCode === 0) return ofOtherRows(output, shown, world) ?? ofNothing(output, world);
  for (const rule of rules) {
    const reason = rule(output, text, world);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
