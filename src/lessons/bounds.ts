/** What a lesson may use at most. */
export interface LessonBounds {
  /** How long a request may take, in milliseconds. */
  readonly requestMs: number;
  /** How long expected events, objects and repeated steps are waited for. */
  readonly waitMs: number;
  /** How long the whole lesson may take. */
  readonly lessonMs: number;
  /** How many requests it may send, and how many bytes in them. */
  readonly requests: number;
  readonly sentBytes: number;
  /** How much of one answer, or of one watch, is read. */
  readonly answerBytes: number;
  /** How much is read from and written to the folder of its command lines. */
  readonly fileBytes: number;
  readonly events: number;
  readonly openWatches: number;
}

/** The bounds of lessons where none are given. */
export const defaultBounds: LessonBounds = {
  requestMs: 65_000,
  waitMs: 10_000,
  lessonMs: 180_000,
  requests: 5000,
  sentBytes: 20_000_000,
  answerBytes: 8_000_000,
  fileBytes: 20_000_000,
  events: 2000,
  openWatches: 20,
};

/** Something that a step cannot do; the message says why. */
export class StepProblem extends Error {}

/**
 * Counts what a lesson has used. Methods throw a StepProblem when there is no more, which is kept for those whose
 * caller has not passed it on.
 */
export class Usage {
  readonly #bounds: LessonBounds;
  #requests = 0;
  #bytes = 0;
  #fileBytes = 0;
  #problem: StepProblem | undefined;

  constructor(bounds: LessonBounds) {
    this.#bounds = bounds;
  }

  /** The first bound that was passed. */
  get problem(): StepProblem | undefined {
    return this.#problem;
  }

  request(bytes: number): void {
    this.#requests++;
    this.#bytes += bytes;
    if (this.#requests > this.#bounds.requests)
      throw this.#over(`the lesson has sent ${this.#bounds.requests} requests, which is the most`);
    if (this.#bytes > this.#bounds.sentBytes)
      throw this.#over(`the lesson has sent ${megabytes(this.#bounds.sentBytes)}, which is the most`);
  }

  fileBytes(bytes: number): void {
    this.#fileBytes += bytes;
    if (this.#fileBytes > this.#bounds.fileBytes)
      throw this.#over(
        `the lesson has read and written ${megabytes(this.#bounds.fileBytes)} of files, which is the most`,
      );
  }

  #over(words: string): StepProblem {
    return (this.#problem ??= new StepProblem(words));
  }
}

const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`;
