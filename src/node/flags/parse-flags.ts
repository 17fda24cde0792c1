import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { UsageError } from "../usage-error.ts";
import { readFlagValue, repeated, type FlagTexts, type FlagType } from "./flag-values.ts";

/** What the parser knows of a flag. */
export interface FlagSpec {
  readonly name: string;
  readonly type: FlagType;
  /** The value of a flag without one: `true` for booleans; otherwise the flag wants a value. */
  readonly bare?: string | undefined;
  readonly shorthand?: string | undefined;
}

/** A parsed command line. */
export interface ParsedFlags {
  /** The flags that were given, in the order of their first occurrence, with their values. */
  readonly values: ReadonlyMap<string, FlagTexts>;
  readonly positionals: readonly string[];
}

/**
 * Parses arguments as pflag does: `--flag=value`, `--flag value`, `--flag` for booleans, `-v2`, `--` before other
 * arguments; underscores stand for hyphens (cliflag.WordSepNormalizeFunc). Throws a UsageError with pflag's text for
 * unknown flags and bad values.
 */
export function parseFlags(args: readonly string[], specs: Iterable<FlagSpec>): ParsedFlags {
  const parser = new FlagParser(specs);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      parser.positionals.push(...args.slice(at + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") parser.positionals.push(arg);
    else if (arg.startsWith("--")) at += parser.long(arg, args[at + 1]);
    else at += parser.short(arg.slice(1), args[at + 1]);
  }
  return parser;
}

class FlagParser implements ParsedFlags {
  readonly values = new Map<string, FlagTexts>();
  readonly positionals: string[] = [];
  readonly #byName = new Map<string, FlagSpec>();
  readonly #byLetter = new Map<string, FlagSpec>();

  constructor(specs: Iterable<FlagSpec>) {
    for (const spec of specs) {
      this.#byName.set(spec.name, spec);
      if (spec.shorthand !== undefined) this.#byLetter.set(spec.shorthand, spec);
    }
  }

  /** Takes a flag by its name; returns how many of the next arguments were its value. */
  long(arg: string, next: string | undefined): number {
    const text = arg.slice(2);
    if (text.startsWith("-") || text.startsWith("=")) throw new UsageError(`bad flag syntax: ${arg}`);
    const at = text.indexOf("=");
    const name = at < 0 ? text : text.slice(0, at);
    const spec = this.#byName.get(name.replaceAll("_", "-"));
    if (spec === undefined) throw new UsageError(`unknown flag: --${name}`);
    const given = at < 0 ? bareValue(spec) : text.slice(at + 1);
    const value = given ?? next;
    if (value === undefined) throw new UsageError(`flag needs an argument: ${arg}`);
    this.#set(spec, value);
    return given === undefined ? 1 : 0;
  }

  /** Takes flags by their letters, of which the last may be followed by its value. */
  short(letters: string, next: string | undefined): number {
    const [letter = ""] = letters;
    const spec = this.#byLetter.get(letter);
    if (spec === undefined) throw new UsageError(`unknown shorthand flag: '${letter}' in -${letters}`);
    const rest = letters.slice(letter.length);
    if (rest.length > 1 && rest.startsWith("=")) return (this.#set(spec, rest.slice(1)), 0);
    const bare = bareValue(spec);
    if (bare !== undefined) {
      this.#set(spec, bare);
      return rest === "" ? 0 : this.short(rest, next);
    }
    const value = rest === "" ? next : rest;
    if (value === undefined) throw new UsageError(`flag needs an argument: '${letter}' in -${letters}`);
    this.#set(spec, value);
    return rest === "" ? 1 : 0;
  }

  #set({ name, type, shorthand }: FlagSpec, text: string): void {
    try {
      const read = readFlagValue(type, text);
      this.values.set(name, repeated.has(type) ? [...(this.values.get(name) ?? []), ...read] : read);
    } catch (cause) {
      const flag = shorthand === undefined ? `--${name}` : `-${shorthand}, --${name}`;
      const problem = messageOf(cause);
      throw new UsageError(`invalid argument ${quoteGo(text)} for ${quoteGo(flag)} flag: ${problem}`, { cause });
    }
  }
}

const bareValue = ({ type, bare }: FlagSpec): string | undefined => bare ?? (type === "bool" ? "true" : undefined);
