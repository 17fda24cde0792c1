import { isBlankZ, isBreak } from "./cursor.ts";
import { needsQuotes } from "./resolve.ts";

/** The style in which a text is written. */
export type WrittenStyle = "plain" | "single" | "double" | "literal";

/** The properties of a text that determine its style (yaml_emitter_analyze_scalar). */
interface Analysis {
  plainAllowed: boolean;
  singleAllowed: boolean;
  blockAllowed: boolean;
  readonly multiline: boolean;
}

/**
 * Reports whether a character is printed unescaped. Characters outside the Basic Multilingual Plane are escaped, as in
 * the library.
 */
export const isPrintable = (char: string): boolean =>
  char === "\n" ||
  (char >= " " && char <= "~") ||
  (char >= "\u00a0" && char <= "\ud7ff") ||
  (char >= "\ue000" && char <= "\ufffd" && char !== "\ufeff");

const alwaysIndicators = "#,[]{}&*!|>'\"%@`";

/** Characters that are not printed unescaped (`isPrintable`); those in pairs of surrogates are not, either. */
const unprintable = /[^\n -~\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const anyBreak = /[\n\r\u0085\u2028\u2029]/;
const breakBeforeSpace = /[\n\r\u0085\u2028\u2029] /;
const spaceBeforeBreak = / [\n\r\u0085\u2028\u2029]/;
/** Indicators within a text, in block context. */
const indicatorWithin = /:(?:[ \t\n\r\u0085\u2028\u2029]|$)|[ \t\n\r\u0085\u2028\u2029]#/;

function hasIndicators(text: string): boolean {
  const first = text.charAt(0);
  if (alwaysIndicators.includes(first) || text.startsWith("---") || text.startsWith("...")) return true;
  if ((first === "?" || first === "-") && isBlankZ(text.charAt(1))) return true;
  return indicatorWithin.test(text);
}

/** Reports whether a text has characters that are escaped. */
const isSpecial = (text: string): boolean => unprintable.test(text);

function analyze(text: string): Analysis {
  if (text === "") return { plainAllowed: true, singleAllowed: true, blockAllowed: false, multiline: false };
  const indicators = hasIndicators(text);
  const special = isSpecial(text);
  const breaks = anyBreak.test(text);
  const breakSpace = breaks && breakBeforeSpace.test(text);
  const spaceBreak = breaks && spaceBeforeBreak.test(text);
  const ends = [text.charAt(0), text.charAt(text.length - 1)];
  const edges = ends.some((char) => char === " " || isBreak(char));
  const quotedOnly = spaceBreak || special;
  return {
    plainAllowed: !edges && !breakSpace && !quotedOnly && !breaks && !indicators,
    singleAllowed: !breakSpace && !quotedOnly,
    blockAllowed: !text.endsWith(" ") && !quotedOnly,
    multiline: breaks,
  };
}

const simple = /^[A-Za-z_/][A-Za-z0-9_./-]*$/;

/** Chooses the style of a text. Keys must be on one line (go-yaml's stringv and yaml_emitter_select_scalar_style). */
export function styleOf(text: string, isKey: boolean): WrittenStyle {
  if (simple.test(text)) return needsQuotes(text) ? "double" : "plain";
  const { plainAllowed, singleAllowed, blockAllowed, multiline } = analyze(text);
  if (isKey && multiline) return "double";
  if (text.includes("\n")) return blockAllowed && !isKey ? "literal" : "double";
  if (needsQuotes(text)) return "double";
  if (plainAllowed && text !== "") return "plain";
  return singleAllowed ? "single" : "double";
}

/** Reports whether a key has several lines or more than 128 bytes, so that it is written with `?`. */
export const isMultiline = (text: string): boolean => anyBreak.test(text);
