/** Text that is no YAML, or none that can be JSON; the message is upstream's library's. */
export class YamlError extends Error {
  override readonly name = "YamlError";
}

/** A place in a text; lines count from 0. */
export interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

const message = (line: number, problem: string): YamlError =>
  new YamlError(line === 0 ? `yaml: ${problem}` : `yaml: line ${line}: ${problem}`);

/** What the scanner finds wrong. The library counts its lines from 1, except that the first has none. */
export const scannerError = (problem: string, at: Mark, context?: Mark): YamlError =>
  message(at.line !== 0 ? at.line + 1 : (context?.line ?? 0), problem);

/** What the grammar finds wrong: here lines count from 0. */
export const parserError = (problem: string, at: Mark, context?: Mark): YamlError =>
  message(at.line !== 0 ? at.line : (context?.line ?? 0), problem);

/** Blocks and flow collections that may be open at a time (yaml max_indents and max_flow_level). */
export const maxNesting = 10_000;

export const tooDeep = (): YamlError => new YamlError("yaml: exceeded max depth of 10000");
