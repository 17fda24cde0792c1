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

/** Reports whether a character is an indicator at this position in block context. */
function isIndicator(text: string, i: number): boolean {
  const char = text.charAt(i);
  const beforeBlank = isBlankZ(text.charAt(i + 1));
  if (i === 0)
    return alwaysIndicators.includes(char) || (beforeBlank && (char === "?" || char === ":" || char === "-"));
  return (char === ":" && beforeBlank) || (char === "#" && isBlankZ(text.charAt(i - 1)));
}

function analyze(text: string): Analysis {
  if (text === "") return { plainAllowed: true, singleAllowed: true, blockAllowed: false, multiline: false };
  let indicators = text.startsWith("---") || text.startsWith("...");
  let [special, breaks, breakSpace, spaceBreak] = [false, false, false, false];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    indicators ||= isIndicator(text, i);
    special ||= !isPrintable(char);
    breaks ||= isBreak(char);
    breakSpace ||= char === " " && isBreak(text.charAt(i - 1));
    spaceBreak ||= isBreak(char) && text.charAt(i - 1) === " ";
  }
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
export const isMultiline = (text: string): boolean => analyze(text).multiline;
