/** The result of a command in a pipeline. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

type Filter = (options: readonly string[], input: string) => Finished | Promise<Finished>;

const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const done = (stdout: string, code = 0): Finished => ({ stdout, stderr: "", code });
const refused = (stderr: string, code = 2): Finished => ({ stdout: "", stderr, code });

async function grep(options: readonly string[], input: string): Promise<Finished> {
  const given = options
    .filter((option) => option.startsWith("-") && option !== "-e")
    .join("")
    .replaceAll("-", "");
  const [pattern] = options.filter((option) => !option.startsWith("-"));
  if (pattern === undefined) return refused("Usage: grep [OPTION]... PATTERNS [FILE]...\n");
  const basic =
    given.includes("E") || given.includes("P")
      ? pattern
      : pattern.replace(
          /\\([|+?(){}])|([|+?(){}])/g,
          (_, escaped: string | undefined, plain: string | undefined) => escaped ?? `\\${plain ?? ""}`,
        );
  const source = given.includes("F") ? pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : basic;
  const whole = given.includes("w") ? `\\b(?:${source})\\b` : source;
  const matchesOf = await compile(whole, given.includes("i"));
  if (matchesOf === undefined) return refused(`grep: Invalid regular expression\n`);
  const found = linesOf(input).filter((line) => matchesOf(line, 1).length > 0 !== given.includes("v"));
  const code = found.length > 0 ? 0 : 1;
  if (given.includes("q")) return done("", code);
  if (given.includes("c")) return done(`${found.length}\n`, code);
  if (given.includes("o")) return done(joined(found.flatMap((line) => matchesOf(line, Infinity))), code);
  return done(joined(found), code);
}

/**
 * Compiles a pattern to a function that finds its matches in a line, in linear time as grep does; undefined for one
 * that is no regular expression.
 */
async function compile(
  source: string,
  ignoreCase: boolean,
): Promise<((line: string, most: number) => readonly string[]) | undefined> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line, most) => {
      const matches: string[] = [];
      const matcher = compiled.matcher(line);
      while (matches.length < most && matcher.find()) matches.push(matcher.group() ?? "");
      return matches;
    };
  } catch {
    return undefined;
  }
}

/** The number of `-n 5`, `-n5` or `-5`. */
function countOf(options: readonly string[]): string {
  const at = options.indexOf("-n");
  if (at >= 0) return options[at + 1] ?? "10";
  return options.map((option) => /^-n?([+-]?\d+)$/.exec(option)?.[1]).find((count) => count !== undefined) ?? "10";
}

function head(options: readonly string[], input: string): Finished {
  const count = Number(countOf(options));
  return done(joined(linesOf(input).slice(0, count)));
}

function tail(options: readonly string[], input: string): Finished {
  const count = countOf(options);
  const lines = linesOf(input);
  return done(
    joined(
      count.startsWith("+") ? lines.slice(Number(count) - 1) : Number(count) === 0 ? [] : lines.slice(-Number(count)),
    ),
  );
}

function wc(options: readonly string[], input: string): Finished {
  const counts: Readonly<Record<string, number>> = {
    l: input.split("\n").length - 1,
    w: input.split(/\s+/).filter((word) => word !== "").length,
    c: new TextEncoder().encode(input).length,
  };
  const wanted = options.join("").replaceAll("-", "") || "lwc";
  const numbers = ["l", "w", "c"].filter((letter) => wanted.includes(letter)).map((letter) => String(counts[letter]));
  return done(`${numbers.length === 1 ? numbers[0] : numbers.map((text) => text.padStart(7)).join(" ")}\n`);
}

function sort(options: readonly string[], input: string): Finished {
  const given = options.join("");
  const lines = [...linesOf(input)].sort((a, b) =>
    given.includes("n") && Number.parseFloat(a) !== Number.parseFloat(b)
      ? (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0)
      : a < b
        ? -1
        : a > b
          ? 1
          : 0,
  );
  const unique = given.includes("u") ? lines.filter((line, i) => line !== lines[i - 1]) : lines;
  return done(joined(given.includes("r") ? unique.toReversed() : unique));
}

const uniq: Filter = (_, input) => done(joined(linesOf(input).filter((line, i, all) => line !== all[i - 1])));

function base64(options: readonly string[], input: string): Finished {
  if (!options.some((option) => option === "-d" || option === "--decode" || option === "-D"))
    return done(`${btoa(String.fromCharCode(...new TextEncoder().encode(input))).replace(/.{76}(?=.)/g, "$&\n")}\n`);
  try {
    const bytes = Uint8Array.from(atob(input.trim()), (char) => char.charCodeAt(0));
    return done(new TextDecoder().decode(bytes));
  } catch {
    return refused("base64: invalid input\n", 1);
  }
}

/** The filters that pipelines may use. */
export const filters: Readonly<Record<string, Filter>> = { grep, head, tail, wc, sort, uniq, base64 };
