import { quoteGo } from "../../apimachinery/go-strings.ts";
import { KubectlError } from "../kubectl-error.ts";
import { flagGroups } from "./flag-tables.ts";

/** The type of a flag as pflag names it: bool, string, int, duration, list (stringSlice), array (stringArray), map. */
type FlagType = "b" | "s" | "i" | "d" | "l" | "a" | "m";

interface Flag {
  readonly name: string;
  readonly shorthand: string;
  readonly type: FlagType;
  readonly initial: string;
  readonly values: readonly string[];
  readonly changed: boolean;
}

/** The values that flags take when they stand without one (pflag's NoOptDefVal). */
const withoutValue: Readonly<Record<string, string>> = {
  "dry-run": "unchanged",
  cascade: "background",
  validate: "strict",
};

/** The words that parsing leaves: the arguments, and how many of them stand before `--`. */
export interface ParsedWords {
  readonly args: readonly string[];
  /** -1 if there is no `--`. */
  readonly dash: number;
}

/** The flags of one run of a command, with the values that were given (pflag.FlagSet). */
export class FlagSet {
  readonly #flags = new Map<string, Flag>();
  readonly #shorthands = new Map<string, string>();
  readonly #given: (readonly [name: string, value: string])[] = [];

  /** Takes rows of flags: `[shorthand,]name:type[=default]` or `@group`; the first of a name counts. */
  constructor(rows: string) {
    for (const row of expand(rows)) this.#define(row);
  }

  #define(row: string): void {
    const [, shorthand = "", name = "", type = "", initial] = /^(?:(\w),)?([^:]+):(\w)(?:=(.*))?$/.exec(row) ?? [];
    if (!isType(type)) throw new TypeError(`a flag without a type: ${row}`);
    if (this.#flags.has(name)) return;
    const fallback = type === "b" ? "false" : type === "i" ? "0" : type === "d" ? "0s" : "";
    this.#flags.set(name, { name, shorthand, type, initial: initial ?? fallback, values: [], changed: false });
    if (shorthand !== "") this.#shorthands.set(shorthand, name);
  }

  /** Reports whether the command has a flag. */
  has(name: string): boolean {
    return this.#flags.has(name);
  }

  /** The letter that stands for a flag; "" if there is none. */
  shorthandOf(name: string): string {
    return this.#flags.get(name)?.shorthand ?? "";
  }

  /** Reports whether a flag was given. */
  changed(name: string): boolean {
    return this.#flags.get(name)?.changed ?? false;
  }

  /** The text of a flag; "" if the command does not have it. */
  text(name: string): string {
    const flag = this.#flags.get(name);
    return flag === undefined ? "" : (flag.values.at(-1) ?? flag.initial);
  }

  bool(name: string): boolean {
    return /^(?:1|t|T|TRUE|true|True)$/.test(this.text(name));
  }

  int(name: string): number {
    return Number(this.text(name));
  }

  /** The values of a flag that may be repeated. */
  list(name: string): readonly string[] {
    return this.#flags.get(name)?.values ?? [];
  }

  /** The flags that were given, with their values, in order. */
  get given(): readonly (readonly [name: string, value: string])[] {
    return this.#given;
  }

  /** The flags that may still be given: those that were not, and those that may be repeated. */
  get open(): readonly { readonly name: string; readonly shorthand: string }[] {
    return [...this.#flags.values()].filter(({ changed, type }) => !changed || type === "l" || type === "a");
  }

  /** The name of the flag whose value a word (`--name`, `-n` or `-abn`) leaves out; undefined if there is none. */
  waiting(word: string): string | undefined {
    if (!word.startsWith("-") || word.includes("=")) return undefined;
    const name = word.startsWith("--") ? word.slice(2) : (this.#shorthands.get(word.slice(-1)) ?? "");
    const flag = this.#flags.get(name);
    return flag === undefined || bareValue(flag) !== undefined ? undefined : name;
  }

  /** Sets a flag. Throws a KubectlError in pflag's words if the value does not have its type. */
  set(name: string, value: string): void {
    const flag = this.#flags.get(name);
    if (flag === undefined) throw new KubectlError(`no such flag -${name}`);
    const problem = problemOf(flag.type, value);
    if (problem !== undefined) {
      const shown = flag.shorthand === "" ? `--${name}` : `-${flag.shorthand}, --${name}`;
      throw new KubectlError(`invalid argument ${quoteGo(value)} for ${quoteGo(shown)} flag: ${problem}`);
    }
    this.#given.push([name, value]);
    const added = flag.type === "l" ? splitComma(value) : [value];
    this.#flags.set(name, { ...flag, values: [...flag.values, ...added], changed: true });
  }

  /** Parses words, flags and arguments mixed. Throws a KubectlError in pflag's words. */
  parse(words: readonly string[]): ParsedWords {
    const args: string[] = [];
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? "";
      if (word === "--") {
        const dash = args.length;
        return { args: [...args, ...words.slice(at + 1)], dash };
      }
      if (!word.startsWith("-") || word === "-") args.push(word);
      else if (word.startsWith("--")) at += this.#long(word, words[at + 1]);
      else at += this.#short(word.slice(1), words[at + 1]);
    }
    return { args, dash: -1 };
  }

  /** Sets a flag written `--name[=value]` and returns how many further words it took. */
  #long(word: string, next: string | undefined): number {
    const text = word.slice(2);
    if (text.startsWith("-") || text.startsWith("=")) throw new KubectlError(`bad flag syntax: ${word}`);
    const equals = text.indexOf("=");
    const written = equals < 0 ? text : text.slice(0, equals);
    const name = written.replaceAll("_", "-");
    const flag = this.#flags.get(name);
    if (flag === undefined) throw new KubectlError(`unknown flag: --${written}`);
    if (equals >= 0) this.set(name, text.slice(equals + 1));
    else if (bareValue(flag) !== undefined) this.set(name, bareValue(flag) ?? "");
    else if (next === undefined) throw new KubectlError(`flag needs an argument: --${written}`);
    else {
      this.set(name, next);
      return 1;
    }
    return 0;
  }

  /** Sets flags written `-abc`, `-nvalue`, `-n=value` or `-n value`; returns how many further words they took. */
  #short(letters: string, next: string | undefined): number {
    for (let rest = letters; rest !== ""; rest = rest.slice(1)) {
      const letter = rest.charAt(0);
      const name = this.#shorthands.get(letter);
      const flag = name === undefined ? undefined : this.#flags.get(name);
      if (flag === undefined) throw new KubectlError(`unknown shorthand flag: '${letter}' in -${rest}`);
      const bare = bareValue(flag);
      if (rest.length > 2 && rest.charAt(1) === "=") {
        this.set(flag.name, rest.slice(2));
        return 0;
      }
      if (bare !== undefined) {
        this.set(flag.name, bare);
        continue;
      }
      if (rest.length > 1) this.set(flag.name, rest.slice(1));
      else if (next === undefined) throw new KubectlError(`flag needs an argument: '${letter}' in -${rest}`);
      else this.set(flag.name, next);
      return rest.length > 1 ? 0 : 1;
    }
    return 0;
  }
}

const expand = (rows: string): readonly string[] =>
  rows
    .split(" ")
    .filter((row) => row !== "")
    .flatMap((row) => (row.startsWith("@") ? expand(flagGroups[row.slice(1)] ?? "") : [row]));

const isType = (type: string): type is FlagType => type.length === 1 && "bsidlam".includes(type);

const bareValue = (flag: Flag): string | undefined => (flag.type === "b" ? "true" : withoutValue[flag.name]);

function problemOf(type: FlagType, value: string): string | undefined {
  if (type === "b" && !/^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(value))
    return `strconv.ParseBool: parsing ${quoteGo(value)}: invalid syntax`;
  if (type === "i" && !/^[+-]?(?:\d+|0x[\da-fA-F]+)$/.test(value))
    return `strconv.ParseInt: parsing ${quoteGo(value)}: invalid syntax`;
  if (type === "i" && Math.abs(Number(value)) > 2 ** 63)
    return `strconv.ParseInt: parsing ${quoteGo(value)}: value out of range`;
  if (type === "m" && value.split(",").some((pair) => pair !== "" && !pair.includes("=")))
    return "malformed pair, expect string=string";
  return type === "d" ? durationProblem(value) : undefined;
}

function durationProblem(value: string): string | undefined {
  if (
    /^[+-]?(?:0|(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))*$/.test(
      value,
    )
  )
    return undefined;
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) return `time: missing unit in duration ${quoteGo(value)}`;
  const unit = /^[+-]?[\d.]+([^\d.]+)/.exec(value)?.[1];
  if (unit !== undefined) return `time: unknown unit ${quoteGo(unit)} in duration ${quoteGo(value)}`;
  return `time: invalid duration ${quoteGo(value)}`;
}

/** Splits a value of a list as one record of CSV. */
function splitComma(value: string): readonly string[] {
  if (value === "") return [];
  const parts: string[] = [];
  for (const match of value.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    parts.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
  return parts;
}
