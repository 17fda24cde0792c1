import type { Remedy } from "../diagnosis.ts";
import { firstLine } from "../words.ts";
import { brokenRule } from "./broken-rule.ts";
import { mistypedPatch } from "./mistyped.ts";
import { invalidOptions } from "./options.ts";
import type { Finding, Refused } from "./refused.ts";
import { unknownFields, unknownFieldsIn } from "./unknown-field.ts";

/** What stands among the causes where rules wait for an object that fits its schema. */
const notChecked = "some validation rules were not checked because the object was invalid";

/** What is said of rules of a definition that cost too much. */
const tooCostly =
  /estimated (?:rule|messageExpression) cost(?: total for entire OpenAPIv3 schema)? exceeds budget by factor of|contributed to estimated rule cost total/;

/** Explains that an object is invalid: each cause in the validator's words, and what would satisfy it. */
export async function invalid(refused: Refused): Promise<Finding> {
  const { details, message = "" } = refused.status;
  const causes = (details?.causes ?? []).filter((cause) => !(cause.message ?? "").includes(notChecked));
  if (details?.group === "meta.k8s.io" && details.kind?.endsWith("Options") === true)
    return invalidOptions(causes, refused);
  const unknown = message.includes("strict decoding error") ? unknownFieldsIn(message) : [];
  if (unknown.length > 0) return unknownFields(unknown, refused);
  const isPatch = causes.length === 0 && Array.isArray(refused.request.body);
  const patch = isPatch ? await (await import("./json-patch.ts")).failedJsonPatch(refused) : undefined;
  if (patch !== undefined) return patch;
  const costly = causes.find((cause) => tooCostly.test(cause.message ?? ""));
  const { costBudget } = costly === undefined ? {} : await import("./cost-budget.ts");
  const budget = await costBudget?.(costly?.field ?? "", costly?.message ?? "", refused);
  if (budget !== undefined) return budget;
  const [first] = causes;
  const mistyped = mistypedPatch(message, refused.request.body);
  if (mistyped !== undefined) return mistyped;
  const broken = await Promise.all(
    causes.map(({ field = "", message: told = "" }) => brokenRule(field, told, refused)),
  );
  const rule = broken.find((one) => one !== undefined);
  if (rule !== undefined) return rule;
  const { mendOf } = await import("./mends.ts");
  const more = causes.length > 1 ? `, and ${causes.length - 1} more` : "";
  const because = first === undefined ? message : `${first.field ?? ""}: ${causeText(first.message ?? "")}${more}`;
  // A field that cannot be changed is not to be set either.
  const fixed = new Set(causes.flatMap(({ field, message: told = "" }) => (/immutable/.test(told) ? [field] : [])));
  const mended = causes
    .filter(({ field, message: told = "" }) => !(fixed.has(field) && told.startsWith("Required value")))
    .slice(0, 10)
    .flatMap((cause) => mendOf({ field: cause.field ?? "", message: cause.message ?? "" }, refused) ?? []);
  const remedies = together([...new Map(mended.map((remedy) => [remedy.words, remedy])).values()]);
  return { situation: "request-invalid", state: "Invalid", because, ...(remedies.length > 0 && { remedies }) };
}

const longest = 300;

/** What a cause says, in which a long value gives way to what is said of it. */
function causeText(message: string): string {
  const line = firstLine(message, Infinity);
  return line.length <= longest ? line : `${line.slice(0, 100)}…${line.slice(-(longest - 101))}`;
}

/** One remedy for all edits: a request with several faults succeeds when all of them are mended. */
function together(remedies: readonly Remedy[]): readonly Remedy[] {
  const edits = remedies.filter((remedy) => remedy.kind === "edit");
  if (edits.length < 2) return remedies;
  const words = `${edits[0]?.words ?? ""}, and ${edits.slice(1).map(lower).join(", and ")}`;
  const all: Remedy = { kind: "edit", words, edits: edits.flatMap((remedy) => remedy.edits) };
  return [all, ...remedies.filter((remedy) => remedy.kind !== "edit")];
}

const lower = ({ words }: Remedy): string => words.slice(0, 1).toLowerCase() + words.slice(1);
