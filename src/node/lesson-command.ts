import { UsageError } from "./usage-error.ts";

/** Parses `test FILE...` and returns the files; undefined for any other command. */
export function parseLessonCommand([command, ...files]: readonly string[]): readonly string[] | undefined {
  if (command !== "test") return undefined;
  const option = files.find((file) => file.startsWith("-"));
  if (option !== undefined) throw new UsageError(`${option} is not an option of test`);
  if (files.length === 0) throw new UsageError("test wants one file or more");
  return files;
}
