/** What a program has printed, and its exit code. */
export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  /** Why nothing of what the program is for was done, although it has ended well. */
  readonly idle?: string;
}

/** A program that has printed this, and nothing about an error. */
export const printed = (stdout = "", code = 0): Finished => ({ stdout, stderr: "", code });

/** A program that has failed with these lines about the error. */
export const failed = (stderr: string, code = 1): Finished => ({ stdout: "", stderr: `${stderr}\n`, code });
