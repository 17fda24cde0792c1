import { LongText } from "../../../apimachinery/long-text.ts";
import type { Status } from "../../../apimachinery/meta.ts";
import { partsOf, unitsOfText } from "../../../apimachinery/steps.ts";
import type { Turns } from "../../../component-base/event-loop.ts";
import { inPieces, type AnswerBody } from "../../../component-base/exchange.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import {
  inSlices,
  keptObject,
  keptValue,
  paceRunning,
  type Resting,
  type WorkOwner,
} from "../../../component-base/work.ts";
import { escapeHtml, stringify } from "../../codec/json/quote.ts";
import type { ValueEncoder } from "../../codec/serializer.ts";
import { statusText } from "./answers.ts";
import { JsonIndenter } from "./indent-json.ts";
import { render, type Output, type OutputEncoder } from "./output.ts";

/** A Status with texts of more characters in all is written in pieces: as long as an answer that a trace keeps. */
const longStatus = 1 << 18;
/** The characters that are made in one turn. */
const pieceLength = 1 << 18;
/** The characters of a cause beside its texts. */
const causeLength = 40;

/** Reports whether the texts of a Status, which may quote what a request has sent, are long. */
export function isLongStatus({ message = "", details }: Status): boolean {
  let length = message.length;
  for (const cause of details?.causes ?? [])
    length += causeLength + (cause.message?.length ?? 0) + (cause.field?.length ?? 0);
  return length > longStatus;
}

/**
 * Returns the body of an answer with a Status. A long one is encoded with pauses; its JSON is made in pieces when they
 * are read, each in a turn of its own, since that of 10 MB takes 200 ms as a whole. Throws or rejects if the format
 * cannot represent it.
 */
export function statusBody(
  owner: Partial<WorkOwner> & Resting & Pick<WorkOwner, "turns">,
  output: Output,
  status: Status,
): MaybeAsync<AnswerBody> {
  const { encoder, pretty } = output;
  if (!isLongStatus(status)) return render(output, statusText(status));
  if (encoder === undefined) return inPieces(inTurns(owner.turns, piecesOf(status, pretty)));
  owner.isLarge = true;
  return inSlices(owner, () => encoder.encodeHeld(statusKind, status) ?? encodeLong(owner.turns, encoder, status));
}

const statusKind = { group: "", version: "v1", kind: "Status" };

/**
 * Encodes a long Status: its value, in pieces, where its JSON would be encoded to the same, since that takes the memory
 * several times.
 */
function encodeLong(turns: Turns, encoder: OutputEncoder, status: Status): AnswerBody {
  const { values } = encoder;
  return values !== undefined && keptValue(() => acceptsParts(values, status))
    ? inPieces(inTurns(turns, values.pieces(status)))
    : encoder.encode(longStatusText(status));
}

function acceptsParts(values: ValueEncoder, status: Status): boolean {
  const parts = keptObject(() => partsOfJson(status));
  for (let part = parts.next(); part.done !== true; part = parts.next()) {
    if (!values.accepts(part.value.text)) return false;
    paceRunning(unitsOfText(part.value.text.length));
  }
  return true;
}

/** Returns the JSON of a long Status, as `statusText` does, with pauses. */
function longStatusText(status: Status): string {
  const { parts, json } = keptObject(() => ({ parts: partsOfJson(status), json: new LongText() }));
  for (let part = parts.next(); part.done !== true; part = parts.next()) {
    json.add(part.value.text);
    paceRunning(unitsOfText(part.value.text.length));
  }
  return keptValue(() => json.toString());
}

/** Yields pieces, each in a turn of its own. */
async function* inTurns(turns: Turns, pieces: Iterable<string>): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await turns.next();
  }
}

/** Yields the JSON of a Status in pieces. */
function* piecesOf(status: Status, pretty: boolean): Generator<string> {
  const indenter = pretty ? new JsonIndenter() : undefined;
  let piece = "";
  for (const { text, isQuoted } of partsOfJson(status)) {
    piece += isQuoted || indenter === undefined ? text : indenter.add(text);
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield pretty ? piece : `${piece}\n`;
}

/** A part of a JSON text: what stands within a string, or what stands between two of them. */
interface JsonPart {
  readonly text: string;
  readonly isQuoted: boolean;
}

const between = (text: string): JsonPart => ({ text, isQuoted: false });
const within = (text: string): JsonPart => ({ text, isQuoted: true });

/** Yields the JSON of a value whose strings are members of objects, in their order. */
function* partsOfJson(value: unknown): Generator<JsonPart> {
  if (typeof value === "string") {
    yield within('"');
    for (const part of partsOf(value)) yield within(escapeHtml(stringify(part)).slice(1, -1));
    yield within('"');
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      yield between(i === 0 ? "[" : ",");
      yield* partsOfJson(item);
    }
    yield between(value.length === 0 ? "[]" : "]");
  } else if (typeof value === "object" && value !== null) {
    let isEmpty = true;
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield between(`${isEmpty ? "{" : ","}"${name}":`);
      yield* partsOfJson(member);
      isEmpty = false;
    }
    yield between(isEmpty ? "{}" : "}");
  } else yield between(JSON.stringify(value));
}
