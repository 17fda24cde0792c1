import type { Status } from "../apimachinery/meta.ts";
import { hasControlCharacters } from "../apiserver/codec/yaml/source-text.ts";
import type { Complaint } from "./answer.ts";

const strict = /strict decoding error: ([\s\S]*)$/;
const strictPart = /(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g;
const mistyped = /cannot unmarshal (?:\S+ )?\S+ into Go struct field [^.\s]+\.(\S+) of type/;

/** A part of what a Status says: a complaint, and the Status that says only this. */
export interface ToldPart {
  readonly complaint: Complaint;
  readonly status: Status;
}

/** Returns the parts of what a Status says: each of its causes, or each field of a strict decoding error. */
export function partsOf(status: Status): readonly ToldPart[] {
  const { message = "", reason = "", details } = status;
  const decoding = strict.exec(message)?.[1];
  if (decoding !== undefined)
    return [...decoding.matchAll(strictPart)].map(([text, , field = ""]) => ({
      complaint: { field, message: text, reason },
      status: { ...status, message: `${message.slice(0, -decoding.length)}${text}` },
    }));
  const causes = (details?.causes ?? []).filter(({ field = "" }) => field !== "");
  if (causes.length === 0) return [{ complaint: { field: fieldOfText(message), message, reason }, status }];
  return causes.map((cause) => {
    const { field = "", message: told = "", reason: why = reason } = cause;
    const complaint = { field: field === "<nil>" ? "" : field, message: `${field}: ${told}`, reason: why };
    return { complaint, status: { ...status, message: complaint.message, details: { ...details, causes: [cause] } } };
  });
}

/** Sentences that are about one field without being causes of it. */
const aboutFields: readonly (readonly [said: RegExp, field: string])[] = [
  [/no matches for kind |no kind "[^"]*" is registered|kind isn't string type/, "kind"],
  [/unexpected GroupVersion string/, "apiVersion"],
  [/cannot use generate name with apply/, "metadata.generateName"],
  [/^namespaces "[^"]*" not found|^invalid namespace |namespace from the provided object/, "metadata.namespace"],
  [/^invalid resource name | already exists$/, "metadata.name"],
  [/resource name may not be empty/, "metadata"],
];

/** Returns the field that a sentence is about; "" where it names none and is about none. */
const fieldOfText = (message: string): string =>
  mistyped.exec(message)?.[1] ?? aboutFields.find(([said]) => said.test(message))?.[1] ?? "";

/** What kubectl says around a message: of standard input, from which it reads the object, and of its own options. */
const around = [
  /^error: /,
  /^error validating "STDIN": error validating data: /,
  /^unable to decode "STDIN": /,
  /; if you choose to ignore these errors, turn validation off with --validate=false$/,
  /^error when [\s\S]*?from server for: "STDIN": /,
  /^resource mapping not found for name: .* from "STDIN": /,
];

/** Returns what kubectl said itself, without asking the server. */
export function complaintsOfText(text: string): readonly Complaint[] {
  const lines = text.split("\n").filter((line) => line !== "" && !/^(?:Warning|hint): /.test(line));
  const message = around.reduce((told, part) => told.replace(part, ""), lines.join("\n"));
  return [{ field: fieldOfText(message), message, reason: "" }];
}

/** Returns the line of a text, from 0, that an error of the YAML decoder is about; 0 if that cannot be told. */
export function lineOfError(message: string, text: string): number {
  const named = /\bline (\d+)/.exec(message)?.[1];
  if (named !== undefined) return Math.max(0, Number(named) - 1);
  const anchor = /anchor '(.+)'/.exec(message)?.[1];
  const isMeant = anchor === undefined ? hasControlCharacters : (line: string): boolean => line.includes(`*${anchor}`);
  return Math.max(0, text.split("\n").findIndex(isMeant));
}
