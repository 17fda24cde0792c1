import { failed, type Finished, printed } from "../finished.ts";
import type { Session } from "../session.ts";
import { unescaped } from "./echo.ts";
import { setVariable } from "./variables.ts";

/** So wide is a field at most. */
const widest = 10_000;

const directive = /%([-+ 0#]*)(\*|[1-9]\d*)?(?:\.(\*|\d+)?)?([sdibqcuxXofeEgG%])/g;

/** The number that an argument is: `'A` is the code of A. */
function numberOf(text: string): number {
  if (/^['"]/.test(text)) return text.codePointAt(1) ?? 0;
  if (/^-?0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^\s*[-+]?(?:0x[\da-f]+|[\d.]+(?:e[-+]?\d+)?)/i.test(text) ? Number(text) || Number.parseFloat(text) : 0;
}

/** A text as a shell reads it back. */
const quoted = (text: string): string =>
  text === ""
    ? "''"
    : /[\n\t\r]/.test(text)
      ? `$'${JSON.stringify(text).slice(1, -1).replace(/'/g, "\\'")}'`
      : text.replace(/[^\w@%+:,./=^-]/g, "\\$&");

/** A number with an exponent of two digits at least. */
const withExponent = (text: string): string => text.replace(/e([-+])(\d)$/, "e$10$2");

function shown(verb: string, arg: string, precision: number | undefined): string {
  const number = (): number => numberOf(arg);
  const digits = (text: string): string => text.padStart(Math.min(precision ?? 0, widest), "0");
  switch (verb) {
    case "s":
      return precision === undefined ? arg : arg.slice(0, precision);
    case "b":
      return unescaped(arg);
    case "q":
      return quoted(arg);
    case "c":
      return arg.slice(0, 1);
    case "x":
      return digits(Math.trunc(number()).toString(16));
    case "X":
      return digits(Math.trunc(number()).toString(16).toUpperCase());
    case "o":
      return digits(Math.trunc(number()).toString(8));
    case "f":
      return number().toFixed(Math.min(precision ?? 6, 100));
    case "e":
      return withExponent(number().toExponential(Math.min(precision ?? 6, 100)));
    case "E":
      return withExponent(number().toExponential(Math.min(precision ?? 6, 100))).toUpperCase();
    case "g":
    case "G":
      return String(Number(number().toPrecision(Math.min(Math.max(precision ?? 6, 1), 100))));
    default: {
      const whole = Math.trunc(number());
      return (whole < 0 ? "-" : "") + digits(String(Math.abs(whole)));
    }
  }
}

/** What a format prints for arguments: it is used until no argument is left. */
export function formatted(format: string, args: readonly string[]): string {
  let [text, at, before] = ["", 0, -1];
  const read = unescaped(format.replace(/\\(?=["'])/g, ""));
  do {
    before = at;
    text += read.replace(directive, (_all, flags: string, width = "", precision: string | undefined, verb: string) => {
      if (verb === "%") return "%";
      const size = (value: string): number =>
        Math.min(Number(value === "*" ? (args[at++] ?? "0") : value || "0"), widest);
      const wide = size(width);
      const exact = precision === undefined ? undefined : size(precision);
      const own = shown(verb, args[at++] ?? "", exact);
      const signed =
        /[+ ]/.test(flags) && /[dif]/.test(verb) && !own.startsWith("-")
          ? (flags.includes("+") ? "+" : " ") + own
          : own;
      if (flags.includes("-")) return signed.padEnd(wide);
      if (!flags.includes("0") || /[sbqc]/.test(verb)) return signed.padStart(wide);
      const [, sign = "", digits = ""] = /^([-+ ]?)(.*)$/.exec(signed) ?? [];
      return sign + digits.padStart(wide - sign.length, "0");
    });
  } while (at > before && at < args.length);
  return text;
}

/** `printf FORMAT ARGUMENT...`; `-v NAME` gives what it would print to a variable. */
export function runPrintf(session: Session, args: readonly string[]): Finished {
  const isNamed = args[0] === "-v";
  const [format, ...values] = args.slice(isNamed ? 2 : args[0] === "--" ? 1 : 0);
  if (format === undefined) return failed("printf: usage: printf [-v var] format [arguments]", 2);
  const text = formatted(format, values);
  if (!isNamed) return printed(text);
  setVariable(session, args[1] ?? "", text);
  return printed();
}
