/**
 * Runs a line for a shell, which begins with `kubectl`, as a user would in a terminal. Resolves with everything that it
 * prints, errors as well, and its exit code.
 */
export type RunCommandLine = (line: string, signal: AbortSignal) => Promise<CommandResult>;

export interface CommandResult {
  readonly output: string;
  readonly exitCode: number;
}
