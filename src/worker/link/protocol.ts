/**
 * The frames that carry exchanges between a page and the servers of a worker. A frame is a flat tuple because that is
 * what structured clone copies fastest; a small request is one frame each way:
 *
 *     → ["open", 7, "default", "GET", "/api/v1/pods?limit=1", ["accept", "application/json"], null, false]
 *     ← ["answer", 7, 200, ["content-type", "application/json"], "{…}", "nothing"]
 *
 * `open` names the server by its id; an exchange with an id that the other end does not serve is answered with a 503
 * Status. Ids of exchanges are unique on a link, whatever server they are for. Longer bodies follow as `body` frames.
 * Their writer starts with `creditWindow` units and waits when it has none left; the reader gives units back as it
 * consumes, so a slow reader slows the writer. Frames of unknown exchanges are late ones and are ignored.
 *
 * The same frames carry exchanges from a worker to functions of a page that are API servers (host/page-servers.ts).
 */

/** The id of the server that all tabs of a database share. Servers that a tab opens for itself have other ids. */
export const ownServer = "default";

/** A part of a body, as bytes or text. */
export type Chunk = string | Uint8Array;

/** What follows the first frame of a response: nothing, the rest of a finite body, or a stream such as a watch. */
export type Follows = "nothing" | "rest" | "stream";

/** Alternating names and values: `[name, value, name, value]`. */
export type FlatHeaders = readonly string[];

export type OpenFrame = readonly [
  "open",
  id: number,
  server: string,
  method: string,
  target: string,
  headers: FlatHeaders,
  body: Uint8Array | null,
  more: boolean,
  viaFrontProxy?: boolean | undefined,
];
export type AnswerFrame = readonly [
  "answer",
  id: number,
  status: number,
  headers: FlatHeaders,
  body: Chunk,
  follows: Follows,
];
export type BodyFrame = readonly ["body", id: number, chunk: Chunk];
export type EndFrame = readonly ["end", id: number];
export type CreditFrame = readonly ["credit", id: number, units: number];
/** From the client: the request was aborted. From the server: the response body was interrupted, with the reason. */
export type AbortFrame = readonly ["abort", id: number, reason: string];

export type Frame = OpenFrame | AnswerFrame | BodyFrame | EndFrame | CreditFrame | AbortFrame;

/** An ordered, bidirectional message channel to one other end. */
export interface Link {
  /**
   * Sends a frame; does nothing once the link is closed. Buffers in `transfer` are moved instead of copied if the link
   * supports it.
   */
  send(frame: Frame, transfer?: readonly ArrayBuffer[]): void;
  /** Sets the only receiver. Messages are queued until it is set. */
  receive(receiver: (frame: Frame) => void): void;
  close(): void;
}

/** The status of the answer of a function that threw: its body is the message of the error. */
export const noAnswer = 0;

/** The number of units that a writer may send ahead of its reader. A chunk costs its length plus `frameCost`. */
export const creditWindow = 262_144;
const frameCost = 64;

/** Returns the number of units that a chunk deducts from the window. */
export const unitsOf = (chunk: Chunk): number =>
  frameCost + (typeof chunk === "string" ? chunk.length : chunk.byteLength);

/** Returns the frame in a message, or undefined if the message is not a frame. */
export function readFrame(message: unknown): Frame | undefined {
  return Array.isArray(message) && typeof message[1] === "number" && isFrame(message) ? message : undefined;
}

function isFrame(message: readonly unknown[]): message is Frame {
  switch (message[0]) {
    case "open":
      return (
        typeof message[2] === "string" &&
        typeof message[3] === "string" &&
        typeof message[4] === "string" &&
        Array.isArray(message[5]) &&
        isBody(message[6])
      );
    case "answer":
      return (
        typeof message[2] === "number" && Array.isArray(message[3]) && isChunk(message[4]) && isFollows(message[5])
      );
    case "body":
      return isChunk(message[2]);
    case "credit":
      return typeof message[2] === "number";
    case "abort":
      return typeof message[2] === "string";
    case "end":
      return true;
    default:
      return false;
  }
}

const isChunk = (value: unknown): value is Chunk => typeof value === "string" || value instanceof Uint8Array;
const isBody = (value: unknown): boolean => value === null || value instanceof Uint8Array;
const isFollows = (value: unknown): boolean => value === "nothing" || value === "rest" || value === "stream";
