/** Any value that JSON can hold, as JSON.parse gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonMap;
export interface JsonMap {
  readonly [key: string]: Json;
}

/** The headers of a step; null removes a default header. */
export type StepHeaders = Readonly<Record<string, string | null>>;

/** A compact notation for a long text: a sequence of texts and repeated texts. */
export type RawBody = string | readonly (string | { readonly repeat: string; readonly times: number })[];

/**
 * A path into a body: names, indexes, a selector for the first list item with these members (or this prefix, `starts`),
 * or the regular expression of the wanted part of a text (`match`).
 */
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
  /** Runs the step without comparing its response. */
  readonly quiet?: boolean;
  /** Repeats the request, four times per second, until the response matches. */
  readonly until?: {
    readonly status?: number;
    readonly path?: string;
    readonly equals?: Json;
    /** The paths of webhooks that must have been called. */
    readonly called?: readonly string[];
    readonly attempts?: number;
  };
  /** Compares only the parts of the body at these paths. */
  readonly pick?: Readonly<Record<string, PickPath>>;
  /** Compares only these headers. */
  readonly headers?: readonly string[];
  /** Compares the raw bytes or text instead of the decoded value. */
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

/** Reads what webhooks were called with since the last such step. */
export interface CallsStep {
  readonly id: string;
  readonly calls: CallsWanted;
  readonly quiet?: boolean;
}

/** Which parts of calls are compared (`request.name`), and whether their order is. */
export interface CallsWanted {
  readonly order?: boolean;
  readonly keep?: readonly string[];
}

export interface SleepStep {
  readonly id: string;
  readonly sleep: number;
  readonly quiet?: boolean;
}

export type Step = ExchangeStep | WatchStep | CollectStep | CallsStep | SleepStep;

/** The canonical result of a step: a response, or the events read from a stream. */
export interface StepResult {
  readonly id: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly events?: readonly Json[];
  readonly ended?: string;
  readonly calls?: Json;
}

/** A recorded case: the requests, and the responses of a v1.34 server. */
export interface RecordedCase {
  readonly suite: string;
  readonly name: string;
  /** Names of the case's own, e.g. of an API group; `${ns}` in them is the namespace. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Whether the case needs an admission webhook service. */
  readonly webhooks?: boolean;
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
