/** A lesson that cannot be read, with the line that is to blame. The message begins with `file:line`. */
export class LessonError extends Error {
  readonly file: string;
  readonly line: number;
  readonly words: string;

  constructor(file: string, line: number, words: string, options?: ErrorOptions) {
    super(`${file}:${line}: ${words}`, options);
    this.name = "LessonError";
    this.file = file;
    this.line = line;
    this.words = words;
  }
}

/** A file in which nothing is to be run. */
export class NothingRuns extends LessonError {
  constructor(file: string) {
    super(file, 1, "nothing in this file runs");
  }
}
