import type { BodyEncoding } from "./encode-body.ts";

/**
 * A request of a sequence. `zq` in its texts becomes the name of the run; `{{ID.rv}}`, `{{ID.uid}}`, `{{ID.list}}` and
 * `{{ID.continue}}` become what the server answered to the request with that id, and a text `{{ID at PATH}}` the value
 * there; the id `last` stands for the last answer with an object.
 */
export interface Step {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A body that is no text. */
  readonly base64Body?: string;
  /** How the body, which is JSON here, is encoded when it is sent. */
  readonly encoding?: BodyEncoding;
  /** Sends the request again until its answer has this status, since a server observes some objects with a delay. */
  readonly until?: number;
  /** A text that such an answer has, where others can have its status. */
  readonly untilText?: string;
  /** The step without whose success this one is left out. */
  readonly after?: string;
  /** True if the answer is not compared. */
  readonly quiet?: boolean;
}

/** An answer, with what differs between servers and runs replaced by name. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The word in the texts of steps and answers that stands for the name of a run. */
export const runWord = "zq";

/** A sequence whose answers by the reference server are known. */
export interface RecordedSequence {
  readonly name: string;
  readonly steps: readonly Step[];
  /** The answers by the id of their step. */
  readonly answers: Readonly<Record<string, Answer>>;
}

/** A request with the answers of both servers. */
export interface Exchange {
  readonly step: Step;
  readonly reference: Answer;
  readonly tested: Answer;
}

/** A request that the two servers answered differently. */
export type Difference = Exchange;
