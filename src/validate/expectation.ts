import { trim } from "../apimachinery/trim.ts";
import { messageOf } from "../apimachinery/message-of.ts";
import { isList, isObject, type JsonValue } from "../apimachinery/json/value.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import { parseManifest } from "../kubectl/resource/documents.ts";
import type { Place } from "./report.ts";
import type { Answer } from "./answer.ts";

/** The kinds of expectations. */
type ExpectationKind = "refused" | "warned" | "accepted" | "becomes";

/** What a comment in a document says must come of its objects; a comment that says nothing of the kind is unknown. */
export interface Expectation {
  readonly kind: ExpectationKind | "unknown";
  /** A part of the message, or the fields that the object must have, as JSON; "" for any. */
  readonly text: string;
  /** The line of the document, from 0, or where else it is written. */
  readonly at: number | Place;
}

const comment = /^\s*#\s*kubepad:(.*)$/;
const expectation = /^(refused|warned|accepted|becomes)(?::(.*)|)$/;

/** Reads the comments `# kubepad: refused: PART OF THE MESSAGE` and the like of a document. */
export const readExpectation = (text: string): readonly Expectation[] =>
  !text.includes("kubepad:")
    ? []
    : text.split("\n").flatMap((written, at): readonly Expectation[] => {
        const said = comment.exec(written)?.[1];
        if (said === undefined) return [];
        const words = trim(said, " \t\r");
        const [, kind, rest = ""] = expectation.exec(words) ?? [];
        return isKind(kind) ? [{ kind, text: trim(rest, " \t"), at }] : [{ kind: "unknown", text: words, at }];
      });

/** Whether a word is what an expectation begins with. */
export const isKind = (kind: string | undefined): kind is ExpectationKind =>
  kind === "refused" || kind === "warned" || kind === "accepted" || kind === "becomes";

/** An expectation that does not hold, and what came instead. */
export interface Missed {
  readonly expectation: Expectation;
  readonly message: string;
}

/** Returns the expectations that what came of an object does not meet. */
export const missedExpectations = (expectations: readonly Expectation[], answer: Answer): readonly Missed[] =>
  expectations.flatMap((expectation) => {
    const message = missedBecause(expectation, answer);
    return message === undefined ? [] : [{ expectation, message }];
  });

function missedBecause({ kind, text }: Expectation, { complaints, warnings, stored }: Answer): string | undefined {
  const said = complaints.map(({ message }) => message);
  const wanted = text === "" ? "" : ` with ${JSON.stringify(text)}`;
  switch (kind) {
    case "unknown":
      return `${JSON.stringify(text)} is no expectation: a comment wants refused, warned, accepted or becomes`;
    case "refused":
      if (stored !== undefined) return `it was expected to be refused${wanted}, but it is accepted`;
      return said.some((message) => message.includes(text))
        ? undefined
        : `it was expected to be refused${wanted}, but the server says: ${said.join("; ")}`;
    case "accepted":
      return stored === undefined
        ? `it was expected to be accepted, but the server says: ${said.join("; ")}`
        : undefined;
    case "warned":
      return warnings.some((message) => message.includes(text))
        ? undefined
        : `a warning was expected${wanted}; ${warnings.length === 0 ? "there is none" : `there are: ${warnings.join("; ")}`}`;
    case "becomes":
      return stored === undefined ? `it was expected to become ${text}, but it is refused` : misfit(text, stored);
  }
}

/** What a stored object has in place of the fields that an expectation names, in YAML; undefined if it has them. */
function misfit(text: string, stored: JsonValue): string | undefined {
  try {
    const found = firstMisfit(parseManifest(text), stored, "");
    return found && `it was expected to become ${text}, but ${found}`;
  } catch (error) {
    return `what the object is to become cannot be read: ${messageOf(error)}`;
  }
}

function firstMisfit(wanted: JsonValue, got: JsonValue | undefined, path: string): string | undefined {
  if (isObject(wanted) && isObject(got)) {
    for (const [name, value] of Object.entries(wanted)) {
      const found = firstMisfit(value, got[name], path === "" ? name : `${path}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isList(wanted) && isList(got) && wanted.length <= got.length) {
    const found = wanted.map((value, i) => firstMisfit(value, got[i], `${path}[${i}]`));
    return found.find((each) => each !== undefined);
  }
  const shown = got === undefined ? "not set" : encodeJson(got);
  return got !== undefined && encodeJson(wanted) === shown ? undefined : `${path || "it"} is ${shown}`;
}
