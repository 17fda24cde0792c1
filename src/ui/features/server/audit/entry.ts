import type { AuditEvent } from "../../../../component-base/audit/audit-event.ts";
import { traceSource } from "../../../../component-base/trace-source.ts";
import { whoFrom, type Who } from "../../../data/who.ts";

/** An event without the objects that it may carry. */
export type EventHead = Omit<AuditEvent, "requestObject" | "responseObject">;

/** An event as the list knows it. */
export interface Entry {
  /** Stands in addresses. */
  readonly key: string;
  readonly head: EventHead;
  /** The event as the server wrote it. */
  readonly text: string;
  readonly who: Who;
  /** What a filter looks at, in small letters. */
  readonly words: string;
}

const reading: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** Reads one event; its objects are read again when somebody looks at them. */
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

/** The objects of an event, in the order in which they travelled. */
export function objectsOf({ text }: Entry): Pick<AuditEvent, "requestObject" | "responseObject"> {
  const { requestObject, responseObject }: AuditEvent = JSON.parse(text);
  return { requestObject, responseObject };
}

/** Who an event is of: `alice`, `alice as bob`. */
export function userWords({ user, impersonatedUser }: EventHead): string {
  const name = user.username ?? "nobody";
  return impersonatedUser === undefined ? name : `${name} as ${impersonatedUser.username ?? "nobody"}`;
}

/** What an event says in one glance beyond its columns. */
export interface Sign {
  readonly tone: "error" | "warning";
  readonly label: string;
}

/** Signs of what was decided; that something was allowed is nothing special. */
export function signsOf({ annotations = {} }: EventHead): readonly Sign[] {
  const signs: Sign[] = [];
  if (annotations["authorization.k8s.io/decision"] === "forbid") signs.push({ tone: "error", label: "forbidden" });
  if (annotations["k8s.io/deprecated"] === "true") signs.push({ tone: "warning", label: "deprecated" });
  return signs;
}

/** Events as a file with one in each line. */
export const asJsonLines = (entries: readonly Entry[]): string => entries.map(({ text }) => `${text}\n`).join("");
