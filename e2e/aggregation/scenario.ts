import type { Extension } from "./extension-server.ts";
import type { Header } from "./exchange.ts";

/** A JSON value of a request. */
export type Body = Readonly<Record<string, unknown>> | readonly unknown[] | string;

/** A request of a client, and what is compared of its answer. */
export interface Step {
  /** Names the step within its scenario. */
  readonly id: string;
  readonly method: string;
  /** `${port}` stands for the port of the extension server, `${closed}` for one that nothing listens on. */
  readonly target: string;
  readonly headers?: readonly Header[];
  readonly body?: Body;
  /** Makes the body of the decoded answer to the step before. */
  readonly bodyOf?: (last: unknown) => Body;
  /** The request is repeated until the body of its answer has this text. */
  readonly until?: string | RegExp;
  /** The request is repeated until its answer has this status. */
  readonly untilStatus?: number;
  /** Does something before the request: changes how the extension server answers. */
  readonly before?: () => void;
  /** Returns what is compared of the decoded body in its place. */
  readonly part?: (body: unknown) => unknown;
  /** The names of headers that are not compared. */
  readonly ignored?: readonly string[];
  /** What is answered is not compared. */
  readonly quiet?: boolean;
}

/** Requests in order, and the extension server that answers for some of them. */
export interface Scenario {
  readonly name: string;
  /** The DNS names of the extension server's certificate. */
  readonly names: readonly string[];
  /** An intermediate CA issues that certificate; `${intermediate}` stands for its own. */
  readonly chained?: boolean;
  /** Returns the steps and the extension, whose state belongs to this run. */
  readonly open: () => { readonly steps: readonly Step[]; readonly extension: Extension };
}

/** What came of a step. */
export interface StepRecord {
  readonly id: string;
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: unknown;
  /** What the extension server was sent because of the step. */
  readonly calls: readonly CallRecord[];
}

/** A canonical call of the extension server. */
export interface CallRecord {
  readonly request: string;
  readonly headers: readonly Header[];
  readonly certificate?: string | undefined;
  readonly body?: string | undefined;
}

/** What came of a scenario: of its steps, and what the extension server was asked by the aggregator for itself. */
export interface ScenarioRecord {
  readonly name: string;
  readonly steps: readonly StepRecord[];
  readonly own: readonly CallRecord[];
}
