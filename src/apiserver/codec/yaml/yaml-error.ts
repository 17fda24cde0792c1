/** Invalid YAML, or YAML that cannot be converted to JSON, with the message of upstream's library. */
export class YamlError extends Error {
  override readonly name = "YamlError";
}

/** A position in a text; lines count from 0. */
export interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

const message = (line: number, problem: string): YamlError =>
  new YamlError(line === 0 ? `yaml: ${problem}` : `yaml: line ${line}: ${problem}`);

/** Creates an error of the scanner. The library counts its lines from 1, but omits the number of the first line. */
export const scannerError = (problem: string, at: Mark, context?: Mark): YamlError =>
  message(at.line !== 0 ? at.line + 1 : (context?.line ?? 0), problem);

/** Creates an error of the parser. Here lines count from 0. */
export const parserError = (problem: string, at: Mark, context?: Mark): YamlError =>
  message(at.line !== 0 ? at.line : (context?.line ?? 0), problem);

/** The maximum nesting of blocks and flow collections (yaml max_indents and max_flow_level). */
export const maxNesting = 10_000;

export const tooDeep = (): YamlError => new YamlError("yaml: exceeded max depth of 10000");
