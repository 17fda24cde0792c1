import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { itemsAt, textAt } from "../json-access.ts";
import { PlainError } from "../kubectl-error.ts";
import { documentsOf, parseManifest } from "../resource/documents.ts";
import type { Session } from "../session.ts";
import { FlagSet } from "./flag-set.ts";

/** What preferences look up of commands. */
export interface KnownCommands {
  /** The command that words name, "" for none, and the words that are left. */
  readonly find: (words: readonly string[]) => { readonly name: string; readonly rest: readonly string[] };
  /** The rows of a command's flags. */
  readonly flagsOf: (command: string) => string;
}

/** The value of `--kuberc` among words; undefined if it is not given. Throws a PlainError for one without a value. */
export function kubercPath(words: readonly string[]): string | undefined {
  for (const [i, word] of words.entries()) {
    if (word === "--") return undefined;
    const path = word === "--kuberc" ? words[i + 1] : word.startsWith("--kuberc=") ? word.split("=")[1] : null;
    if (path === null) continue;
    if (path === undefined || path === "") throw refusal("kuberc file is not found");
    return path;
  }
  return undefined;
}

const refusal = (message: string): PlainError => new PlainError(`error occurred while applying preferences ${message}`);

/**
 * The words of a command line with the aliases and the defaults of a file of preferences (kuberc.Preferences.Apply).
 * Throws a PlainError.
 */
export async function applyKuberc(
  session: Session,
  path: string,
  words: readonly string[],
  known: KnownCommands,
  err: (text: string) => void,
): Promise<readonly string[]> {
  if (session.environment["KUBERC"] === "off")
    throw refusal("kuberc error disabling kuberc via KUBERC=off and passing kuberc flag are mutually exclusive");
  const preference = await read(session, path, err);
  if (preference === undefined) return words;
  validate(preference);
  const expanded = withAlias(preference, words, known, err);
  if (expanded !== undefined) warnOfUnknown(preference, known, err);
  return expanded ?? withDefaults(preference, words, known, err);
}

const kinds: Readonly<Record<string, readonly [defaults: string, options: string]>> = {
  "kubectl.config.k8s.io/v1beta1": ["defaults", "options"],
  "kubectl.config.k8s.io/v1alpha1": ["overrides", "flags"],
};

interface Option {
  readonly name: string;
  readonly value: string;
}

interface Alias {
  readonly name: string;
  readonly command: string;
  readonly prepended: readonly string[];
  readonly appended: readonly string[];
  readonly options: readonly Option[];
}

interface Preference {
  readonly aliases: readonly Alias[];
  readonly defaults: readonly { readonly command: string; readonly options: readonly Option[] }[];
}

/** The first document of preferences of a version that there is; undefined for an empty file. */
async function read({ files }: Session, path: string, err: (text: string) => void): Promise<Preference | undefined> {
  const text = await files.read(path);
  if (text === undefined) throw refusal(`kuberc error kuberc: open ${path}: no such file or directory`);
  const documents = documentsOf(text).filter((document) => document.trim() !== "");
  for (const document of documents) {
    const value = parsed(document);
    const version = kinds[textAt(value, "apiVersion")];
    if (!isObject(value) || textAt(value, "kind") !== "Preference" || version === undefined) continue;
    const unknown = unknownFields(value, version);
    if (unknown.length > 0)
      err(
        `kuberc: ignoring strict decoding error in ${path}: strict decoding error: ${unknown.map((name) => `unknown field ${quoteGo(name)}`).join(", ")}`,
      );
    return preferenceOf(value, version);
  }
  if (documents.length === 0) return undefined;
  throw refusal(`kuberc error kuberc: no valid preferences found in ${path}, use --v=5 to see details`);
}

function parsed(text: string): JsonValue {
  try {
    return parseManifest(text);
  } catch {
    return null;
  }
}

function unknownFields(value: JsonObject, [defaults, options]: readonly [string, string]): readonly string[] {
  const fields = ["apiVersion", "kind", "aliases", defaults];
  const inside = (list: string, known: readonly string[]): readonly string[] =>
    itemsAt(value, list).flatMap((each, i) =>
      Object.keys(isObject(each) ? each : {})
        .filter((name) => !known.includes(name))
        .map((name) => `${list}[${i}].${name}`),
    );
  return [
    ...inside("aliases", ["name", "command", "prependArgs", "appendArgs", options]),
    ...inside(defaults, ["command", options]),
    ...Object.keys(value).filter((name) => !fields.includes(name)),
  ];
}

function preferenceOf(value: JsonObject, [defaults, options]: readonly [string, string]): Preference {
  const optionsOf = (entry: JsonValue): readonly Option[] =>
    itemsAt(entry, options).map((each) => ({ name: textAt(each, "name"), value: textAt(each, "default") }));
  const texts = (entry: JsonValue, name: string): readonly string[] => itemsAt(entry, name).map(String);
  return {
    aliases: itemsAt(value, "aliases").map((entry) => ({
      name: textAt(entry, "name"),
      command: textAt(entry, "command"),
      prepended: texts(entry, "prependArgs"),
      appended: texts(entry, "appendArgs"),
      options: optionsOf(entry),
    })),
    defaults: itemsAt(value, defaults).map((entry) => ({
      command: textAt(entry, "command"),
      options: optionsOf(entry),
    })),
  };
}

function validate({ aliases, defaults }: Preference): void {
  const names = new Set<string>();
  const check = (options: readonly Option[]): void => {
    const odd = options.find(({ name }) => name.startsWith("-"));
    if (odd !== undefined) throw refusal(`flag name ${odd.name} should be in long form without dashes`);
  };
  for (const { name, options } of aliases) {
    if (!/^[a-zA-Z]+$/.test(name)) throw refusal("invalid alias name, can only include alphabetical characters");
    check(options);
    if (names.has(name)) throw refusal(`duplicate alias name ${name}`);
    names.add(name);
  }
  for (const { options } of defaults) check(options);
}

const wordsOf = (command: string): readonly string[] => command.split(/\s+/).filter((word) => word !== "");

/** The words with the alias that they begin with in place; undefined if they name a command or no alias. */
function withAlias(
  { aliases }: Preference,
  words: readonly string[],
  known: KnownCommands,
  err: (text: string) => void,
): readonly string[] | undefined {
  if (known.find(words).name !== "") return undefined;
  const at = words.findIndex((word) => !word.startsWith("-"));
  const alias = aliases.find(({ name }) => name === words[at]);
  if (alias === undefined) return undefined;
  if (known.find([alias.name]).name !== "") {
    err(`Warning: Setting alias ${quoteGo(alias.name)} to a built-in command is not supported\n`);
    return undefined;
  }
  const command = known.find(wordsOf(alias.command));
  if (command.name === "")
    throw refusal(
      `command ${quoteGo(alias.command)} not found to set alias ${quoteGo(alias.name)}: [${alias.command}]`,
    );
  const flags = flagWords(alias.options, words, known.flagsOf(command.name), {
    unknown: (name) => `invalid alias flag ${name} in alias kubectl`,
    wrong: ({ name, value }, problem) =>
      `could not apply value ${value} to flag ${name} in alias kubectl err: ${problem}`,
  });
  const before = [...words.slice(0, at), ...wordsOf(alias.command), ...flags];
  return [...before, ...alias.prepended, ...words.slice(at + 1), ...alias.appended];
}

function warnOfUnknown({ defaults }: Preference, known: KnownCommands, err: (text: string) => void): void {
  for (const { command } of defaults)
    if (known.find(wordsOf(command)).name === "")
      err(`Warning: command ${quoteGo(command)} not found to set kuberc override\n`);
}

function withDefaults(
  preference: Preference,
  words: readonly string[],
  known: KnownCommands,
  err: (text: string) => void,
): readonly string[] {
  const { name } = known.find(words);
  if (name === "") return words;
  warnOfUnknown(preference, known, err);
  const lastWord = (command: string): string => command.split(" ").at(-1) ?? "";
  const flags = preference.defaults.flatMap(({ command, options }) => {
    const found = known.find(wordsOf(command)).name;
    if (found === "" || lastWord(found) !== lastWord(name)) return [];
    return flagWords(options, words, known.flagsOf(name), {
      unknown: (flag) => `invalid flag ${flag} for command ${command}`,
      wrong: (option, problem) =>
        `could not apply override value ${option.value} to flag ${option.name} in command ${command} err: ${problem}`,
    });
  });
  return [...flags, ...words];
}

interface Messages {
  readonly unknown: (flag: string) => string;
  readonly wrong: (option: Option, problem: string) => string;
}

/** The options that words do not give, as words. Throws for flags that the command does not have. */
function flagWords(
  options: readonly Option[],
  words: readonly string[],
  rows: string,
  messages: Messages,
): readonly string[] {
  const flags = new FlagSet(rows);
  return options.flatMap((option) => {
    const { name, value } = option;
    if (!flags.has(name)) throw refusal(messages.unknown(name));
    const short = flags.shorthandOf(name);
    const isGiven = words.some(
      (word) => word === `--${name}` || word.startsWith(`--${name}=`) || (short !== "" && word.startsWith(`-${short}`)),
    );
    if (isGiven) return [];
    try {
      flags.set(name, value);
    } catch (error) {
      throw refusal(messages.wrong(option, messageOf(error)));
    }
    return [`--${name}=${value}`];
  });
}
