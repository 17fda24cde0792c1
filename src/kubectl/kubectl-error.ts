import { messageOf } from "../apimachinery/message-of.ts";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { StatusError } from "../apimachinery/errors.ts";

/** An error that a command ends with: its text as kubectl prints it after `error: `, and the exit code. */
export class KubectlError extends Error {
  override readonly name = "KubectlError";
  readonly code: number;
  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Several errors that a command ends with (utilerrors.Aggregate). */
export class KubectlErrors extends Error {
  override readonly name = "KubectlErrors";
  readonly errors: readonly unknown[];
  constructor(errors: readonly unknown[]) {
    super(errors.map(messageOf).join(", "));
    this.errors = errors;
  }
}

/** The message of an error inside another text: several errors in brackets (utilerrors.aggregate.Error). */
export function aggregateText(error: unknown): string {
  if (!(error instanceof KubectlErrors)) return messageOf(error);
  const messages = [...new Set(error.errors.map(aggregateText))];
  return messages.length === 1 ? (messages[0] ?? "") : `[${messages.join(", ")}]`;
}

/** Throws one error as it is, several as KubectlErrors, and returns if there are none. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 0) return;
  throw errors.length === 1 ? errors[0] : new KubectlErrors(errors);
}

/** A wrong use of a command, printed with a hint at its help (cmdutil.UsageErrorf). */
export const usageError = (path: string, message: string): KubectlError =>
  new KubectlError(`${message}\nSee '${path} -h' for help and examples`);

/** The text for an error that has one of its own: answers of the server (cmdutil.StandardErrorMessage). */
export function standardMessage(error: unknown): string | undefined {
  if (!(error instanceof StatusError)) return undefined;
  if (error.reason === "Unauthorized") return `error: You must be logged in to the server (${error.message})`;
  return error.reason === ""
    ? `Error from server: ${error.message}`
    : `Error from server (${error.reason}): ${error.message}`;
}

const withNewline = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** The text of an error on stderr (cmdutil.checkErr). */
export function errorText(error: unknown): string {
  if (error instanceof KubectlErrors) {
    const [only, ...more] = error.errors;
    const several = more.length === 0 ? only : error;
    if (!(several instanceof KubectlErrors)) return errorText(only);
    return several.errors.map((each) => `${standardMessage(each) ?? aggregateText(each)}\n`).join("");
  }
  if (error instanceof StatusError && error.reason === "Invalid") return withNewline(invalidText(error));
  const text = standardMessage(error);
  if (text !== undefined) return withNewline(text);
  const message = messageOf(error);
  const bare = message === "" || message.startsWith("error: ") || error instanceof PlainError;
  return withNewline(bare ? message : `error: ${message}`);
}

/** An error whose text stands without `error: ` before it. */
export class PlainError extends KubectlError {}

function invalidText({ status }: StatusError): string {
  const { details, message } = status;
  if (details === undefined) return `The request is invalid${message ? `: ${message}` : ""}`;
  const { kind = "", name = "", causes = [] } = details;
  let text = "The request is invalid";
  if (kind !== "" || name !== "") text = `The ${kind} ${quoteGo(name)} is invalid`;
  else if (message && causes.length === 0) text += `: ${message}`;
  const lines = [...new Set(causes.map((cause) => `${cause.field ?? ""}: ${cause.message ?? ""}`))];
  if (lines.length === 0) return text;
  if (lines.length === 1) return `${text}: ${lines[0]}\n`;
  return `${text}: \n${lines.map((line) => `* ${line}\n`).join("")}`;
}
