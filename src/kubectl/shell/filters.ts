import { base64OfBytes } from "../../apimachinery/base64.ts";
import { failed, type Finished, printed } from "../finished.ts";
import type { Files } from "../session.ts";
import type { FilterName } from "./program-names.ts";
import { grep, grepSyntax, patternsOf } from "./grep.ts";
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

function sort(options: ToolOptions, inputs: readonly Input[]): Finished {
  const byNumber = options.has("n");
  const lines = [...allLines(inputs)].sort((a, b) =>
    byNumber && Number.parseFloat(a) !== Number.parseFloat(b)
      ? (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0)
      : a < b
        ? -1
        : a > b
          ? 1
          : 0,
  );
  const unique = options.has("u") ? lines.filter((line, i) => line !== lines[i - 1]) : lines;
  return printed(joined(options.has("r") ? unique.toReversed() : unique));
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
  const [fields, characters] = [options.value("f"), options.value("c")];
  const list = fields ?? characters;
  if (list === undefined) return failed("cut: you must specify a list of bytes, characters, or fields");
  const isPlace = placesOf(list);
  const between = options.value("d") ?? "\t";
  const kept = (parts: readonly string[], joint: string): string => parts.filter((_, i) => isPlace(i + 1)).join(joint);
  const lines = allLines(inputs).flatMap((line) => {
    if (fields === undefined) return [kept([...line], "")];
    if (!line.includes(between)) return options.has("s") ? [] : [line];
    return [kept(line.split(between), between)];
  });
  return printed(joined(lines));
}

const classes: Readonly<Record<string, string>> = {
  "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
  "[:digit:]": "0123456789",
  "[:space:]": " \t\n\v\f\r",
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
  const [first, second] = [setOf(from), setOf(to)];
  const deletes = options.has("d");
  const squeezed = new Set(to === "" || deletes ? (deletes ? second : first) : second);
  let text = "";
  for (const char of all(inputs)) {
    const at = first.indexOf(char);
    if (deletes && at >= 0) continue;
    const written = at < 0 || deletes || to === "" ? char : (second[at] ?? second.at(-1) ?? char);
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
  sed: { syntax: sedSyntax, split: patternsOf, run: (options, inputs, scripts) => sed(options, scripts, inputs) },
  head: { syntax: counted, run: head },
  tail: { syntax: counted, run: tail },
  wc: { syntax: syntax("lwmc", { lines: "l", words: "w", chars: "m", bytes: "c" }), run: wc },
  sort: { syntax: syntax("nru", { "numeric-sort": "n", reverse: "r", unique: "u" }, { trouble: 2 }), run: sort },
  uniq: { syntax: syntax("cdu", { count: "c", repeated: "d", unique: "u" }), run: uniq },
  cut: { syntax: syntax("s", { fields: "f", delimiter: "d", characters: "c" }, { values: "fdc" }), run: cut },
  tr: { syntax: syntax("ds", { delete: "d", "squeeze-repeats": "s" }), split: ({ operands }) => ({ patterns: operands, paths: [] }), run: tr },
  tac: { syntax: syntax("", {}), run: tac },
  base64: { syntax: syntax("d", { decode: "d", wrap: "w" }, { values: "w" }), run: base64 },
} satisfies Readonly<Record<FilterName, Filter>>;

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
  const { inputs, stderr } = await readInputs(files, name, paths, input);
  const finished = await filter.run(options, inputs, patterns);
  const edited = name === "sed" && options.has("i") && finished.code === 0;
  if (edited)
    for (const { path, text } of inputs)
      await files.write(path, (await filter.run(options, [{ path, text }], patterns)).stdout);
  const code = stderr === "" ? finished.code : filter.syntax.trouble;
  return { stdout: edited ? "" : finished.stdout, stderr: stderr + finished.stderr, code };
}

/** Writes the number of lines as getopt has it, which older programs write as `-5`, and macOS's `-D`. */
function modern(name: string, arg: string, before: string | undefined): string {
  const isCount = (name === "head" || name === "tail") && /^-\d+$/.test(arg) && !/^-[nc]$/.test(before ?? "");
  if (isCount) return `-n${arg.slice(1)}`;
  return name === "base64" && arg === "-D" ? "-d" : arg;
}
