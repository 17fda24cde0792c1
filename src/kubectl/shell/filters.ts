import { pushAll } from "../../apimachinery/long-lists.ts";
import { base64OfBytes } from "../../apimachinery/base64.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Files } from "../session.ts";
import type { FilterName } from "./program-names.ts";
import { grep, grepSyntax, isRecursive, patternsOf } from "./grep.ts";
import { sed, sedSyntax } from "./sed.ts";
import { joined, linesOf } from "./tool-lines.ts";
import { type Input, readInputs, readOptions, type ToolOptions, type ToolSyntax } from "./tool-options.ts";

interface Filter {
  readonly syntax: ToolSyntax;
  /** Splits the operands into what is no file and files; by default all are files. */
  readonly split?: (options: ToolOptions) => {
    readonly patterns: readonly string[];
    readonly paths: readonly string[];
  };
  readonly run: (
    options: ToolOptions,
    inputs: readonly Input[],
    patterns: readonly string[],
  ) => Finished | Promise<Finished>;
}

const counted: ToolSyntax = {
  // what is piped or written here has ended: nothing follows it
  flags: "qvf",
  values: "nc",
  long: { lines: "n", bytes: "c", quiet: "q", silent: "q", verbose: "v", follow: "f" },
  trouble: 1,
};

/** Prints a part of each input, under the names of files where there are several. */
function parts(options: ToolOptions, inputs: readonly Input[], part: (text: string) => string): Finished {
  const named = options.has("v") || (options.operands.length > 1 && !options.has("q"));
  const texts = inputs.map(({ path, text }) => (named ? `==> ${path || "standard input"} <==\n` : "") + part(text));
  return printed(texts.join(named ? "\n" : ""));
}

function head(options: ToolOptions, inputs: readonly Input[]): Finished {
  const bytes = options.value("c");
  if (bytes !== undefined) return parts(options, inputs, (text) => ofBytes(text, 0, Number(bytes)));
  const count = Number(options.value("n") ?? 10);
  return parts(options, inputs, (text) => joined(linesOf(text).slice(0, count)));
}

function tail(options: ToolOptions, inputs: readonly Input[]): Finished {
  const bytes = options.value("c");
  const count = bytes ?? options.value("n") ?? "10";
  const number = Math.abs(Number(count));
  const from = count.startsWith("+") ? number - 1 : number === 0 ? Infinity : -number;
  return parts(options, inputs, (text) =>
    bytes === undefined ? joined(linesOf(text).slice(from)) : ofBytes(text, from, Infinity),
  );
}

const ofBytes = (text: string, from: number, to: number): string =>
  new TextDecoder().decode(new TextEncoder().encode(text).slice(from, to));

function wc(options: ToolOptions, inputs: readonly Input[]): Finished {
  const counts = inputs.map(({ text }) => ({
    l: text.split("\n").length - 1,
    w: text.split(/\s+/).filter((word) => word !== "").length,
    m: [...text].length,
    c: new TextEncoder().encode(text).length,
  }));
  const letters = (["l", "w", "m", "c"] as const).filter((letter) => options.has(letter));
  const wanted = letters.length === 0 ? (["l", "w", "c"] as const) : letters;
  const paths = inputs.map(({ path }) => path);
  const rows = counts.map((count) => wanted.map((letter) => count[letter]));
  if (rows.length > 1) rows.push(wanted.map((_letter, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0)));
  const isNamed = paths.some((path) => path !== "");
  const width = isNamed ? String(counts.reduce((sum, { c }) => sum + c, 0)).length : 7;
  const lines = rows.map((row, i) => {
    const numbers =
      row.length === 1 && rows.length === 1 ? [String(row[0])] : row.map((n) => String(n).padStart(width));
    const name = i < paths.length ? (paths[i] ?? "") : "total";
    return numbers.join(" ") + (isNamed && name !== "" ? ` ${name}` : "");
  });
  return printed(joined(lines));
}

const all = (inputs: readonly Input[]): string => inputs.map(({ text }) => text).join("");
const allLines = (inputs: readonly Input[]): readonly string[] => inputs.flatMap(({ text }) => linesOf(text));

/** What lines are sorted by: the fields from one to another, and how they are compared. */
interface SortKey {
  readonly from: number;
  readonly to: number;
  readonly how: string;
}

const keyOf = (text: string, own: string): SortKey => {
  const [, from = "1", first = "", to, last = ""] =
    /^(\d+)(?:\.\d+)?([a-zA-Z]*)(?:,(\d+)(?:\.\d+)?([a-zA-Z]*))?$/.exec(text) ?? [];
  return { from: Number(from), to: Number(to ?? Infinity), how: first + last || own };
};

const units = "KMGTPE";

/** A number as `sort -h` reads it: `2M` is more than `9K`. */
function sizeOf(text: string): number {
  const unit = units.indexOf(/^\s*-?[\d.]+([KMGTPE])/.exec(text)?.[1] ?? "-") + 1;
  return (Number.parseFloat(text) || 0) * 1024 ** unit;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let i = 0; i < Math.min(left?.length ?? 0, right?.length ?? 0); i++) {
    const [one = "", other = ""] = [left?.[i], right?.[i]];
    const order = /^\d/.test(one) && /^\d/.test(other) ? Number(one) - Number(other) : compareTexts(one, other);
    if (order !== 0) return order;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

function compareBy(how: string, a: string, b: string): number {
  if (how.includes("n")) return (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0);
  if (how.includes("h")) return sizeOf(a) - sizeOf(b);
  if (how.includes("V")) return compareVersions(a, b);
  return how.includes("f") ? compareTexts(a.toUpperCase(), b.toUpperCase()) : compareTexts(a, b);
}

function sort(options: ToolOptions, inputs: readonly Input[]): Finished {
  const own = [..."nhVfb"].filter((letter) => options.has(letter)).join("");
  const keys = options.all("k").map((text) => keyOf(text, own));
  const between = options.value("t");
  const fieldsOf = (line: string): readonly string[] =>
    between === undefined ? line.split(/(?<=\S)(?=\s)/) : line.split(between);
  const part = (line: string, { from, to, how }: SortKey): string => {
    const text = fieldsOf(line)
      .slice(from - 1, to)
      .join(between ?? "");
    return how.includes("b") || options.has("b") ? text.trimStart() : text;
  };
  const byKeys = (a: string, b: string): number => {
    for (const key of keys) {
      const order = compareBy(key.how, part(a, key), part(b, key));
      if (order !== 0) return key.how.includes("r") || (options.has("r") && key.how === own) ? -order : order;
    }
    return keys.length > 0 ? 0 : compareBy(own, a, b) * (options.has("r") ? -1 : 1);
  };
  const whole = (a: string, b: string): number => compareTexts(a, b) * (options.has("r") ? -1 : 1);
  const given = allLines(inputs);
  if (options.has("c")) {
    const at = given.findIndex(
      (line, i) => i > 0 && (byKeys(given[i - 1] ?? "", line) || whole(given[i - 1] ?? "", line)) > 0,
    );
    return at < 0 ? printed() : failed(`sort: ${inputs[0]?.path || "-"}:${at + 1}: disorder: ${given[at] ?? ""}`);
  }
  const lines = given.toSorted((a, b) => byKeys(a, b) || (options.has("s") || options.has("u") ? 0 : whole(a, b)));
  return printed(
    joined(options.has("u") ? lines.filter((line, i) => i === 0 || byKeys(lines[i - 1] ?? "", line) !== 0) : lines),
  );
}

function uniq(options: ToolOptions, inputs: readonly Input[]): Finished {
  const groups: { readonly line: string; count: number }[] = [];
  for (const line of allLines(inputs)) {
    const group = groups.at(-1);
    if (group !== undefined && group.line === line) group.count++;
    else groups.push({ line, count: 1 });
  }
  const kept = groups.filter(({ count }) => (!options.has("d") || count > 1) && (!options.has("u") || count === 1));
  return printed(
    joined(kept.map(({ line, count }) => (options.has("c") ? `${String(count).padStart(7)} ${line}` : line))),
  );
}

function base64(options: ToolOptions, inputs: readonly Input[]): Finished {
  const text = all(inputs);
  if (!options.has("d")) {
    const encoded = base64OfBytes(new TextEncoder().encode(text));
    const width = Number(options.value("w") ?? 76);
    if (width === 0) return printed(encoded);
    return printed(joined(encoded.match(new RegExp(`.{1,${width}}`, "g")) ?? []));
  }
  try {
    const bytes = Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
    return printed(new TextDecoder().decode(bytes));
  } catch {
    return failed("base64: invalid input");
  }
}

/** The places of a list such as `1,3-5,7-`, from the first on. */
const placesOf = (list: string): ((place: number) => boolean) => {
  const ranges = list.split(",").map((part) => {
    const [first = "", last = first] = part.split("-");
    return [Number(first || 1), part.includes("-") && last === "" ? Infinity : Number(last)] as const;
  });
  return (place) => ranges.some(([first, last]) => place >= first && place <= last);
};

function cut(options: ToolOptions, inputs: readonly Input[]): Finished {
  const [fields, characters] = [options.value("f"), options.value("c") ?? options.value("b")];
  const list = fields ?? characters;
  if (list === undefined) return failed("cut: you must specify a list of bytes, characters, or fields");
  const isListed = placesOf(list);
  const isPlace = (place: number): boolean => isListed(place) !== options.has("C");
  const between = options.value("d") ?? "\t";
  const kept = (parts: readonly string[], joint: string): string => parts.filter((_, i) => isPlace(i + 1)).join(joint);
  const lines = allLines(inputs).flatMap((line) => {
    if (fields === undefined) return [kept([...line], "")];
    if (!line.includes(between)) return options.has("s") ? [] : [line];
    return [kept(line.split(between), options.value("O") ?? between)];
  });
  return printed(joined(lines));
}

const classes: Readonly<Record<string, string>> = {
  "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
  "[:digit:]": "0123456789",
  "[:space:]": " \t\n\v\f\r",
  "[:blank:]": " \t",
  "[:punct:]": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  "[:alpha:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  "[:alnum:]": "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
};

/** The characters of a set of tr: ranges, classes and escapes. */
function setOf(text: string): readonly string[] {
  const parts = text.match(/\[:\w+:\]|\\.|[^\\]-[^\\]|[^]/g) ?? [];
  return parts.flatMap((part) => {
    if (classes[part] !== undefined) return [...(classes[part] ?? "")];
    if (part.length === 2) return [{ n: "\n", t: "\t", r: "\r" }[part.charAt(1)] ?? part.charAt(1)];
    if (part.length !== 3) return [part];
    const [first, last] = [part.charCodeAt(0), part.charCodeAt(2)];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => String.fromCharCode(first + i));
  });
}

function tr(options: ToolOptions, inputs: readonly Input[], [from = "", to = ""]: readonly string[]): Finished {
  const second = setOf(to);
  const named = setOf(from);
  const others = options.has("c") || options.has("C");
  const first = others ? [...new Set(all(inputs))].filter((char) => !named.includes(char)) : named;
  const deletes = options.has("d");
  const squeezed = new Set(to === "" || deletes ? (deletes ? second : first) : second);
  const placeOf = (char: string): number => (others ? Number(!named.includes(char)) - 1 : named.indexOf(char));
  let text = "";
  for (const char of all(inputs)) {
    const at = placeOf(char);
    if (deletes && at >= 0) continue;
    const written =
      at < 0 || deletes || to === "" ? char : ((others ? undefined : second[at]) ?? second.at(-1) ?? char);
    if (options.has("s") && squeezed.has(written) && text.endsWith(written)) continue;
    text += written;
  }
  return printed(text);
}

const tac = (_: ToolOptions, inputs: readonly Input[]): Finished => printed(joined(allLines(inputs).toReversed()));

const syntax = (flags: string, long: Readonly<Record<string, string>>, more: Partial<ToolSyntax> = {}): ToolSyntax => ({
  flags,
  long,
  values: "",
  trouble: 1,
  ...more,
});

// oxfmt-ignore
const filters = {
  grep: { syntax: grepSyntax, split: patternsOf, run: (options, inputs, patterns) => grep(options, patterns, inputs) },
  egrep: { syntax: grepSyntax, split: patternsOf, run: (options, inputs, patterns) => grep(withLetter(options, "E"), patterns, inputs) },
  fgrep: { syntax: grepSyntax, split: patternsOf, run: (options, inputs, patterns) => grep(withLetter(options, "F"), patterns, inputs) },
  sed: { syntax: sedSyntax, split: patternsOf, run: (options, inputs, scripts) => sed(options, scripts, inputs) },
  head: { syntax: counted, run: head },
  tail: { syntax: counted, run: tail },
  wc: { syntax: syntax("lwmc", { lines: "l", words: "w", chars: "m", bytes: "c" }), run: wc },
  sort: { syntax: syntax("nruhVfbcs", { "numeric-sort": "n", "human-numeric-sort": "h", "version-sort": "V", "ignore-case": "f", reverse: "r", unique: "u", stable: "s", key: "k", "field-separator": "t", output: "o" }, { values: "kto", trouble: 2 }), run: sort },
  uniq: { syntax: syntax("cdu", { count: "c", repeated: "d", unique: "u" }), run: uniq },
  cut: { syntax: syntax("s", { fields: "f", delimiter: "d", characters: "c", bytes: "b", "output-delimiter": "O", complement: "C", "only-delimited": "s" }, { flags: "sC", values: "fdcbO" }), run: cut },
  tr: { syntax: syntax("dscC", { delete: "d", "squeeze-repeats": "s", complement: "c" }), split: ({ operands }) => ({ patterns: operands, paths: [] }), run: tr },
  tac: { syntax: syntax("", {}), run: tac },
  base64: { syntax: syntax("di", { decode: "d", "ignore-garbage": "i", wrap: "w" }, { values: "w" }), run: base64 },
} satisfies Readonly<Record<FilterName, Filter>>;

const withLetter = (options: ToolOptions, letter: string): ToolOptions => ({
  ...options,
  has: (each) => each === letter || options.has(each),
});

const isFilter = (name: string): name is FilterName => Object.hasOwn(filters, name);

/**
 * Runs a program that works on lines of files, or of what is piped into it. Undefined if there is none of this name.
 */
export async function runFilter(
  files: Files,
  name: string,
  args: readonly string[],
  input: string,
): Promise<Finished | undefined> {
  if (!isFilter(name)) return undefined;
  const filter: Filter = filters[name];
  const options = readOptions(
    name,
    filter.syntax,
    args.map((arg, i) => modern(name, arg, args[i - 1])),
  );
  if ("code" in options) return options;
  const { patterns, paths } = filter.split?.(options) ?? { patterns: [], paths: options.operands };
  const searched = filter.syntax === grepSyntax && isRecursive(options) ? await filesBelow(files, paths) : paths;
  const { inputs, stderr: unread } = await readInputs(files, name, searched, input);
  const stderr = filter.syntax === grepSyntax && options.has("s") ? "" : unread;
  const finished = await filter.run(options, inputs, patterns);
  const edited = name === "sed" && options.has("i") && finished.code === 0;
  if (edited)
    for (const { path, text } of inputs)
      await files.write(path, (await filter.run(options, [{ path, text }], patterns)).stdout);
  const output = name === "sort" ? options.value("o") : undefined;
  if (output !== undefined) await files.write(output, finished.stdout);
  const code = unread === "" ? finished.code : filter.syntax.trouble;
  return { stdout: edited || output !== undefined ? "" : finished.stdout, stderr: stderr + finished.stderr, code };
}

/** The files at paths and below them, without a path those of the folder. */
async function filesBelow(files: Files, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const names = (await files.read(path)) === undefined ? await files.list(path) : undefined;
    const base = paths.length === 0 ? "" : `${path.replace(/\/$/, "")}/`;
    if (names === undefined) found.push(path);
    else
      pushAll(
        found,
        names.map((each) => base + each),
      );
  }
  return found;
}

/** Writes the number of lines as getopt has it, which older programs write as `-5`, and macOS's `-D`. */
function modern(name: string, arg: string, before: string | undefined): string {
  const isCount = (name === "head" || name === "tail") && /^-\d+$/.test(arg) && !/^-[nc]$/.test(before ?? "");
  if (isCount) return `-n${arg.slice(1)}`;
  return name === "base64" && arg === "-D" ? "-d" : arg;
}
