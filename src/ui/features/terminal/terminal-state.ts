import type { LineHistory } from "./model/line-history.ts";
import type { Entry } from "./model/transcript.ts";

/** The state of a terminal, and what can be done with it. */
export interface Terminal {
  readonly entries: readonly Entry[];
  /** What is written in the input line. */
  readonly text: string;
  readonly history: LineHistory;
  /** The namespace of the kubeconfig's current context. */
  readonly namespace: string;
  /** Lines that are run once the command before them has ended. */
  readonly waiting: number;
  /** Why commands cannot be run. */
  readonly trouble: string;
  /** Loads the code of kubectl before the first command needs it. */
  readonly prepare: () => void;
  readonly setText: (text: string) => void;
  /** Goes through the lines that were run; false at an end. */
  readonly recall: (by: -1 | 1) => boolean;
  /** Runs what is written; a line that is not complete yet gets another line. */
  readonly submit: () => Promise<void>;
  readonly run: (text: string) => Promise<void>;
  /** Takes lines from a link or an embed: those that only read may be run, others are filled in. */
  readonly take: (text: string, runReads: boolean) => Promise<void>;
  /** Stops a command, or the last that runs. */
  readonly stop: (id?: number) => boolean;
  readonly clear: () => void;
  /** The words that may stand at the cursor. */
  readonly complete: (line: string, cursor: number) => Promise<readonly string[]>;
}
