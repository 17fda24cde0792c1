import type { FaultCalls } from "../client/faults.ts";
import type { ObjectClient } from "../client/object-client.ts";
import type { DeclarativeValidators } from "../declarative-validation/generate.ts";
import type { Files } from "../kubectl/session.ts";
import type { GeneratedNames } from "./generated-names.ts";
import type { LessonLabs } from "./labs.ts";
import type { NotRun, Step } from "./lesson.ts";
import type { Finding } from "./match.ts";
import type { OpenWatch } from "./open-watch.ts";
import type { CommandResult, RunCommandLine } from "./run-command-line.ts";
import type { PageWorld } from "./why-unmet.ts";
import type { ReceivedAnswer, SendOptions, SentRequest } from "./send.ts";
import type { Variables } from "./variables.ts";

/** How a lesson has requests fail. */
export type LessonFaults = Pick<FaultCalls, "setFaults">;

/** What steps use. */
export interface StepServices {
  readonly client: ObjectClient;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Whether requests are sent as they are written, without the lesson's own headers. */
  readonly anonymous: boolean;
  /** The watches that stay open, by name. */
  readonly watches: Map<string, OpenWatch>;
  readonly runCommandLine: RunCommandLine;
  /** The generated names that a page has, and those in their place. */
  readonly names: GeneratedNames;
  /** What a page has made so far. */
  readonly world: PageWorld;
  /** The folder of the command lines. */
  readonly files: Pick<Files, "write">;
  /** The rules of faults of the server; undefined if they cannot be set. */
  readonly faults: LessonFaults | undefined;
  /** What labs run on; undefined if there are none. */
  readonly labs: LessonLabs | undefined;
  /** The Go types that were read last. */
  readonly types: ReadTypes;
  readonly sending: SendOptions;
}

/**
 * Compares what was done with what a step claims, which may be another one that does the same. The variables are given
 * the values that it takes.
 */
export type Judge = (step: Step, variables: Variables) => readonly Finding[] | Promise<readonly Finding[]>;

/** A time that a step was performed. */
export interface Attempt {
  readonly step: Step;
  /** The values that were known before, with those of a row. */
  readonly variables: Variables;
  readonly judge: Judge;
}

/** What a step did. */
export interface Performed {
  readonly exchanges: readonly { readonly request: SentRequest; readonly answer: ReceivedAnswer }[];
  readonly watch?: OpenWatch | undefined;
  /** What expectations are about where no request was sent. */
  readonly answer?: ReceivedAnswer;
  /** The command lines that were run. */
  readonly outputs?: readonly RunCommand[];
  /** The command lines that turned out not to run. */
  readonly notRun?: readonly NotRun[];
  /** Left out where the expectations are about the answer. */
  readonly judge?: Judge;
}

/** A command line that was run, as it was written with its values, and what came of it. */
export interface RunCommand extends CommandResult {
  readonly text: string;
}

/** The Go types that a lesson has read last. */
export interface ReadTypes {
  validators: DeclarativeValidators | undefined;
}
