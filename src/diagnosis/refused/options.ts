import { nearestWord } from "../../apimachinery/edit-distance.ts";
import type { StatusCause } from "../../apimachinery/meta.ts";
import type { Remedy } from "../diagnosis.ts";
import { firstLine } from "../words.ts";
import type { Finding, Refused } from "./refused.ts";

/** The path with a parameter of its query set, or left out. */
export function withParameter(target: string, name: string, value?: string): string {
  const [path = "", query = ""] = target.split("?");
  const parameters = new URLSearchParams(query);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
  const text = parameters.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The same request without a parameter. */
export const leaveOut = (target: string, name: string): Remedy => ({
  kind: "request",
  words: `Leave out ${name}`,
  target: withParameter(target, name),
});

function remedyOf({ field = "", message = "" }: StatusCause, target: string): Remedy | undefined {
  if (field === "fieldManager" && message.startsWith("Required value"))
    return { kind: "request", words: "Name a manager: fieldManager=me", target: withParameter(target, field, "me") };
  const parameters = new URLSearchParams(target.split("?")[1] ?? "");
  const sent = parameters.get(field);
  if (sent === null) return undefined;
  const list = /supported values: (.*)$/s.exec(message)?.[1] ?? "";
  const supported = [...list.matchAll(/"([^"]*)"/g)]
    .map(([, value = ""]) => value)
    .filter((value) => value !== "" && value !== "nil");
  const meant = nearestWord(sent, supported) ?? (supported.length === 1 ? supported[0] : undefined);
  if (meant === undefined) return leaveOut(target, field);
  return { kind: "request", words: `Use ${field}=${meant}`, target: withParameter(target, field, meant) };
}

/** Explains that the parameters of a request are invalid: they are in its query, not in its body. */
export function invalidOptions(causes: readonly StatusCause[], { request, status }: Refused): Finding {
  const [first] = causes;
  const because =
    first === undefined
      ? (status.message ?? "")
      : `the parameter ${first.field ?? ""}: ${firstLine(first.message ?? "", 300)}`;
  const remedies = causes.flatMap((cause) => remedyOf(cause, request.path) ?? []);
  return { situation: "request-with-invalid-parameter", state: "Invalid", because, remedies };
}
