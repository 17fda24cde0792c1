import type { AuditEvent } from "../../../../component-base/audit/audit-event.ts";
import { traceSource } from "../../../../component-base/trace-source.ts";
import { whoFrom, type Who } from "../../../data/who.ts";

/** An audit event without the request and response objects. */
export type EventHead = Omit<AuditEvent, "requestObject" | "responseObject">;

/** An event as displayed in the list. */
export interface Entry {
  /** The identifier used in addresses. */
  readonly key: string;
  readonly head: EventHead;
  /** The event as serialized by the server. */
  readonly text: string;
  readonly who: Who;
  /** The text that the filter searches, in lower case. */
  readonly words: string;
}

const reading: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** Parses an event without its objects. They are parsed again when displayed. */
export function readEntry(text: string): Entry {
  const event: AuditEvent = JSON.parse(text);
  const { requestObject: _request, responseObject: _response, ...head } = event;
  return {
    key: `${head.auditID}.${head.stage}`,
    head,
    text,
    words: wordsIn(head).toLowerCase(),
    who: whoFrom(traceSource(head.userAgent ?? null), reading.has(head.verb)),
  };
}

const wordsIn = ({
  verb,
  user,
  impersonatedUser,
  requestURI,
  level,
  stage,
  responseStatus,
  annotations = {},
}: EventHead): string =>
  [
    verb,
    user.username,
    impersonatedUser?.username,
    requestURI,
    level,
    stage,
    responseStatus?.code,
    responseStatus?.reason,
    ...Object.entries(annotations).map(([key, value]) => `${key}=${value}`),
  ].join(" ");

/** Parses the request and response objects of an event. */
export function objectsOf({ text }: Entry): Pick<AuditEvent, "requestObject" | "responseObject"> {
  const { requestObject, responseObject }: AuditEvent = JSON.parse(text);
  return { requestObject, responseObject };
}

/** Returns the user of an event: `alice`, `alice as bob`. */
export function userWords({ user, impersonatedUser }: EventHead): string {
  const name = user.username ?? "nobody";
  return impersonatedUser === undefined ? name : `${name} as ${impersonatedUser.username ?? "nobody"}`;
}

/** A badge for a notable fact about an event. */
export interface Sign {
  readonly tone: "error" | "warning";
  readonly label: string;
}

/** Returns the badges of an event. An allowed request has none. */
export function signsOf({ annotations = {} }: EventHead): readonly Sign[] {
  const signs: Sign[] = [];
  if (annotations["authorization.k8s.io/decision"] === "forbid") signs.push({ tone: "error", label: "forbidden" });
  if (annotations["k8s.io/deprecated"] === "true") signs.push({ tone: "warning", label: "deprecated" });
  return signs;
}

/** Serializes events as JSON Lines. */
export const asJsonLines = (entries: readonly Entry[]): string => entries.map(({ text }) => `${text}\n`).join("");
