/** What the hunter asks of the process with the server; a task is named. */
export interface HunterMessage {
  readonly type: "profile" | "report" | "prepare" | "run";
  readonly name?: string;
}

/** What a server did. */
export interface HuntedReport {
  /** The most processor time between two turns of the event loop, in milliseconds. */
  readonly busyMs: number;
  /** The processor time of the thread in all. */
  readonly allMs: number;
  readonly bugs: readonly string[];
  /** The functions that this time was spent in, if there was a profile. */
  readonly functions: readonly string[];
}
