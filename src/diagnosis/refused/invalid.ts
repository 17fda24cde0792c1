import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { StatusCause } from "../../apimachinery/meta.ts";
import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { firstLine } from "../words.ts";
import { costBudget, isOverBudget } from "./cost-budget.ts";
import { stepsOf } from "./field-path.ts";
import type { Finding, Refused } from "./refused.ts";

/** Explains that an object is invalid: each cause in the validator's words, and what would satisfy it. */
export async function invalid(refused: Refused): Promise<Finding> {
  const { details, message = "" } = refused.status;
  const causes = details?.causes ?? [];
  const costly = causes.find((cause) => isOverBudget(cause.message ?? ""));
  const budget = costly && (await costBudget(costly.field ?? "", costly.message ?? "", refused));
  if (budget !== undefined) return budget;
  const [first] = causes;
  const more = causes.length > 1 ? `, and ${causes.length - 1} more` : "";
  const because = first === undefined ? message : `${first.field ?? ""}: ${firstLine(first.message ?? "", 300)}${more}`;
  const mended = causes.slice(0, 10).flatMap((cause) => remedyOf(cause, refused) ?? []);
  const remedies = [...new Map(mended.map((remedy) => [remedy.words, remedy])).values()];
  return { situation: "request-invalid", state: "Invalid", because, ...(remedies.length > 0 && { remedies }) };
}

type Mend = (cause: { readonly field: string; readonly message: string }, refused: Refused) => Remedy | undefined;

const remedyOf = ({ field = "", message = "" }: StatusCause, refused: Refused): Remedy | undefined => {
  for (const mend of mends) {
    const remedy = mend({ field, message }, refused);
    if (remedy !== undefined) return remedy;
  }
  return undefined;
};

/** `Unsupported value: "Alway": supported values: "Always", "IfNotPresent", "Never"` */
const supportedValue: Mend = ({ field, message }) => {
  const match = /Unsupported value: "([^"]*)": supported values: (.*)$/s.exec(message);
  if (match === null) return undefined;
  const [, sent = "", list = ""] = match;
  const supported = [...list.matchAll(/"([^"]*)"/g)].map(([, value = ""]) => value);
  const cased = supported.find((value) => value.toLowerCase() === sent.toLowerCase());
  const meant = cased ?? nearestWord(sent, supported) ?? (supported.length === 1 ? supported[0] : undefined);
  return meant === undefined
    ? undefined
    : { kind: "edit", words: `Write ${field}: ${meant}`, edits: [{ path: stepsOf(field), value: meant }] };
};

/** The labels of a template that its own selector does not match. */
const templateLabels: Mend = ({ field, message }, { request: { body } }) => {
  if (!/`selector` does not match template `labels`/.test(message)) return undefined;
  const spec = isRecord(body) ? body["spec"] : undefined;
  const wanted = membersOf(membersOf(membersOf(spec)["selector"])["matchLabels"]);
  const pairs = Object.entries(wanted).filter(([, value]) => typeof value === "string");
  const words = pairs.map(([name, value]) => `${name}=${String(value)}`).join(", ");
  return pairs.length === 0
    ? undefined
    : {
        kind: "edit",
        words: `Give the template the labels of the selector: ${words}`,
        edits: pairs.map(([name, value]) => ({ path: [...stepsOf(field), name], value })),
      };
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** A name with capital letters or underscores. */
const dnsName: Mend = ({ field, message }, { request: { body } }) => {
  if (field !== "metadata.name" || !/a lowercase RFC 1123/.test(message)) return undefined;
  const name = textAt(body, "metadata.name");
  const valid = name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return valid === "" || valid === name
    ? undefined
    : { kind: "edit", words: `Write metadata.name: ${valid}`, edits: [{ path: ["metadata", "name"], value: valid }] };
};

/** An update without the revision that it is for. */
const revision: Mend = ({ field, message }, { request: { path } }) =>
  field === "metadata.resourceVersion" && /must be specified for an update/.test(message)
    ? {
        kind: "other-request",
        words: "Get the object, and update that",
        method: "GET",
        target: path.split("?")[0] ?? path,
      }
    : undefined;

const immutable: Mend = ({ field, message }) =>
  /field is immutable|may not change once set|updates to .* are forbidden|cannot be changed/i.test(message)
    ? {
        kind: "advice",
        words: `${field} cannot be changed: leave it as it is, or delete the object and create it again`,
      }
    : undefined;

const required: Mend = ({ field, message }) =>
  message.startsWith("Required value") ? { kind: "advice", words: `Set ${field}` } : undefined;

const mends: readonly Mend[] = [supportedValue, templateLabels, dnsName, revision, immutable, required];
