import { messageOf } from "../../../apimachinery/message-of.ts";
import { newBadRequest } from "../../../apimachinery/errors.ts";
import { newInvalid } from "../../../apimachinery/invalid-error.ts";
import { fieldPath, forbidden, invalid, type FieldError, addError } from "../../../apimachinery/field-error.ts";
import { firstValue, isTrue, type QueryValues } from "../../../apimachinery/query.ts";
import { parseInteger } from "../../../apimachinery/strconv.ts";
import { parseTime } from "../../../apimachinery/time.ts";

/** The options of a request for logs (core/v1 PodLogOptions). */
export interface PodLogOptions {
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly sinceSeconds: bigint | undefined;
  /** In milliseconds. */
  readonly sinceTime: number | undefined;
  readonly tailLines: bigint | undefined;
  readonly limitBytes: bigint | undefined;
  readonly stream: string | undefined;
}

/** Decodes the options from the query; throws a 400 error for values that are none (handlers.getRequestOptions). */
export function decodeLogOptions(query: QueryValues): PodLogOptions {
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = firstValue(query, name);
    if (text === "") return undefined;
    try {
      return parse(text);
    } catch (error) {
      throw newBadRequest(messageOf(error));
    }
  };
  const integer = (name: string): bigint | undefined => read(name, (text) => parseInteger(text));
  return {
    container: firstValue(query, "container"),
    follow: isTrue(query.get("follow")?.[0]),
    previous: isTrue(query.get("previous")?.[0]),
    timestamps: isTrue(query.get("timestamps")?.[0]),
    sinceSeconds: integer("sinceSeconds"),
    sinceTime: read("sinceTime", parseTime),
    tailLines: integer("tailLines"),
    limitBytes: integer("limitBytes"),
    stream: query.get("stream")?.[0],
  };
}

/**
 * Throws a 422 error for options that are out of range or exclude each other (validation.ValidatePodLogOptions);
 * streams can be told apart behind the gate PodLogsQuerySplitStreams only.
 */
export function refuseInvalidLogOptions(options: PodLogOptions, name: string, splitsStreams: boolean): void {
  const { tailLines, limitBytes, sinceSeconds, sinceTime, stream } = options;
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0n)
    addError(errors, invalid(fieldPath("tailLines"), tailLines, "must be greater than or equal to 0"));
  if (limitBytes !== undefined && limitBytes < 1n)
    addError(errors, invalid(fieldPath("limitBytes"), limitBytes, "must be greater than 0"));
  if (sinceSeconds !== undefined && sinceTime !== undefined)
    addError(errors, forbidden(fieldPath(""), "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  else if (sinceSeconds !== undefined && sinceSeconds < 1n)
    addError(errors, invalid(fieldPath("sinceSeconds"), sinceSeconds, "must be greater than 0"));
  if (stream !== undefined && !splitsStreams) addError(errors, forbidden(fieldPath("stream"), "may not be specified"));
  if (errors.length > 0) throw newInvalid({ group: "", kind: "PodLogOptions" }, name, errors);
}
