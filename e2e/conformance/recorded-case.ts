/** Any value that JSON can hold, as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

/** Headers of a step; null takes a default one away. */
export type StepHeaders = Readonly<Record<string, string | null>>;

/** A long text in short: texts and repeated texts, one after the other. */
export type RawBody = string | readonly (string | { readonly repeat: string; readonly times: number })[];

/** A way into a body: names, indexes, or the first item of a list that has these members or starts so. */
export type PickPath = readonly (string | number | JsonMap)[];

export interface ExchangeStep {
  readonly id: string;
  readonly request: {
    readonly method?: string;
    readonly path: string;
    readonly headers?: StepHeaders;
    readonly body?: Json;
    readonly rawBody?: RawBody;
    readonly base64Body?: string;
  };
  /** Runs without its answer being compared. */
  readonly quiet?: boolean;
  /** Asks again, four times a second, until the answer is so. */
  readonly until?: {
    readonly status?: number;
    readonly path?: string;
    readonly equals?: Json;
    readonly attempts?: number;
  };
  /** Keeps no more of the body than what is at each path. */
  readonly pick?: Readonly<Record<string, PickPath>>;
  /** Keeps no more of the headers than these. */
  readonly headers?: readonly string[];
  /** Compares the bytes or the text instead of what they mean. */
  readonly undecoded?: boolean;
}

export interface WatchStep {
  readonly id: string;
  readonly watch: { readonly path: string; readonly headers?: StepHeaders };
  readonly quiet?: boolean;
}

export interface CollectStep {
  readonly id: string;
  readonly collect: {
    readonly stream: string;
    readonly events: number;
    readonly timeoutMs?: number;
    readonly closes?: boolean;
  };
  readonly quiet?: boolean;
}

export interface SleepStep {
  readonly id: string;
  readonly sleep: number;
  readonly quiet?: boolean;
}

export type Step = ExchangeStep | WatchStep | CollectStep | SleepStep;

/** A canonical answer: of an exchange, or the events that were read off a stream. */
export interface StepResult {
  readonly id: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly events?: readonly Json[];
  readonly ended?: string;
}

/** One recorded case: what is sent, and what a v1.34 server answered. */
export interface RecordedCase {
  readonly suite: string;
  readonly name: string;
  /** Names of the case's own, e.g. of an API group; `${ns}` in them is the namespace. */
  readonly vars?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly expect: readonly StepResult[];
}

/** One line of a file of recorded cases. */
export const parseRecordedCase = (line: string): RecordedCase => JSON.parse(line) as RecordedCase;

/** True for objects; arrays and null are none. */
export const isMap = (value: unknown): value is JsonMap =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** True for lists. `Array.isArray` forgets that they are read-only. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
