/** A CSV syntax error with the error message of Go's encoding/csv. */
class CsvError extends Error {
  constructor(startLine: number, line: number, column: number, what: string) {
    const record = startLine === line ? "" : `record on line ${startLine}; `;
    super(`${record}parse error on line ${line}, column ${column}: ${what}`);
    this.name = "CsvError";
  }
}

/**
 * Reads comma-separated records as Go's encoding/csv does by default: quotes, quoted line ends, no comments, no
 * trimming.
 */
export function parseCsv(text: string): string[][] {
  const lines = text.split(/(?<=\n)/).map((line) => (line.endsWith("\r\n") ? `${line.slice(0, -2)}\n` : line));
  const records: string[][] = [];
  for (let next = 0; next < lines.length;) {
    if (lines[next] === "\n" || lines[next] === "") {
      next++;
      continue;
    }
    const reader = new RecordReader(lines, next);
    records.push(reader.read());
    next = reader.nextLine;
  }
  return records;
}

class RecordReader {
  readonly #lines: readonly string[];
  readonly #start: number;
  #number: number;
  #column = 0;
  #ended = false;

  constructor(lines: readonly string[], start: number) {
    this.#lines = lines;
    this.#start = start;
    this.#number = start;
  }

  get nextLine(): number {
    return this.#number + 1;
  }

  read(): string[] {
    const fields: string[] = [];
    while (!this.#ended) fields.push(this.#line[this.#column] === '"' ? this.#quotedField() : this.#plainField());
    return fields;
  }

  get #line(): string {
    return this.#lines[this.#number] ?? "";
  }

  #plainField(): string {
    const line = this.#line;
    const comma = line.indexOf(",", this.#column);
    const lineEnd = line.endsWith("\n") ? line.length - 1 : line.length;
    const field = line.slice(this.#column, comma < 0 ? lineEnd : comma);
    const quote = field.indexOf('"');
    if (quote >= 0) throw this.#error(this.#column + quote, 'bare " in non-quoted-field');
    this.#ended = comma < 0;
    this.#column = comma + 1;
    return field;
  }

  #quotedField(): string {
    let field = "";
    this.#column++;
    for (;;) {
      const line = this.#line;
      const quote = line.indexOf('"', this.#column);
      if (quote < 0) {
        field += line.slice(this.#column);
        this.#continueOnNextLine(line);
        continue;
      }
      field += line.slice(this.#column, quote);
      this.#column = quote + 1;
      if (line[this.#column] !== '"') break;
      field += '"';
      this.#column++;
    }
    this.#endQuotedField();
    return field;
  }

  #continueOnNextLine(line: string): void {
    if (this.#number + 1 >= this.#lines.length)
      throw this.#error(line.length, 'extraneous or missing " in quoted-field');
    this.#number++;
    this.#column = 0;
  }

  #endQuotedField(): void {
    const after = this.#line[this.#column];
    if (after === ",") this.#column++;
    else if (after === undefined || after === "\n") this.#ended = true;
    else throw this.#error(this.#column - 1, 'extraneous or missing " in quoted-field');
  }

  /** Columns start at 1 in error messages, but at 0 here. */
  #error(column: number, what: string): CsvError {
    return new CsvError(this.#start + 1, this.#number + 1, column + 1, what);
  }
}
