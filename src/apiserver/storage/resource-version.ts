import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { Revision } from "./interface.ts";
import { StorageError } from "./storage-error.ts";

const largestUint64 = 18446744073709551615n;

/** Returns the error of strconv.ParseUint for a text, or undefined if the text is valid. */
function parseUintFault(text: string): string | undefined {
  if (text === "") return "invalid syntax";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return "invalid syntax";
  }
  return text.length > 19 && BigInt(text) > largestUint64 ? "value out of range" : undefined;
}

const faultText = (text: string, fault: string): string => `strconv.ParseUint: parsing ${quoteGo(text)}: ${fault}`;

/** Parses the `resourceVersion` option of a request; "" and "0" are both 0 (Versioner.ParseResourceVersion). */
export function parseResourceVersion(text: string): bigint {
  if (text === "" || text === "0") return 0n;
  const fault = parseUintFault(text);
  if (fault === undefined) return BigInt(text);
  const message = `resourceVersion: Invalid value: ${quoteGo(text)}: ${faultText(text, fault)}`;
  throw new StorageError({ code: "InvalidResourceVersion", resourceVersion: text, message });
}

/** Parses the `metadata.resourceVersion` of an object in a request; "" is 0 (Versioner.ObjectResourceVersion). */
export function parseObjectResourceVersion(text: string): bigint {
  if (text === "") return 0n;
  const fault = parseUintFault(text);
  if (fault === undefined) return BigInt(text);
  throw new StorageError({ code: "InvalidResourceVersion", resourceVersion: text, message: faultText(text, fault) });
}

/** Reports whether the `metadata.resourceVersion` of an object is a number other than 0. */
export const isNonZeroResourceVersion = (text: string): boolean =>
  parseUintFault(text) === undefined && BigInt(text) !== 0n;

/** Formats a revision as a resourceVersion. */
export const formatResourceVersion = (revision: Revision): string => String(revision);
