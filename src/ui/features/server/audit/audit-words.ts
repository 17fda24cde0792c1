import type { AuditLevel, AuditStage } from "../../../../component-base/audit/audit-event.ts";
import { formatMs, statusLine } from "../../../data/words.ts";
import { userWords, type EventHead } from "./entry.ts";

/** Describes what each audit level records. */
export const levelWords: Readonly<Record<AuditLevel, string>> = {
  None: "Nothing is logged.",
  Metadata: "User, verb, resource, time and response code; no objects.",
  Request: "Metadata and the request body.",
  RequestResponse: "Metadata, request body and response body.",
};

/** Describes when each audit stage is recorded. */
export const stageWords: Readonly<Record<AuditStage, string>> = {
  RequestReceived: "When the request is authenticated, before it is handled.",
  ResponseStarted: "When a long-running response starts, such as a watch.",
  ResponseComplete: "When the answer is complete.",
  Panic: "When the handler panicked.",
};

/** Describes an event in sentences, one fact each. */
export function eventInWords(head: EventHead): readonly string[] {
  return [
    `${userWords(head)} asked to ${head.verb} ${subject(head)}.`,
    ...decision(head),
    ...outcome(head),
    ...deprecation(head),
  ];
}

function subject({ objectRef, requestURI }: EventHead): string {
  if (objectRef === undefined) return requestURI.split("?", 1)[0] ?? "";
  const { resource = "", subresource, namespace, name } = objectRef;
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  const where = namespace === undefined ? "" : ` in namespace ${namespace}`;
  return `${what}${name === undefined ? "" : ` ${name}`}${where}`;
}

function decision({ annotations = {} }: EventHead): readonly string[] {
  const reason = annotations["authorization.k8s.io/reason"] ?? "";
  const because = reason === "" ? "." : `: ${reason}.`;
  switch (annotations["authorization.k8s.io/decision"]) {
    case "allow":
      return [`The authorizer allowed it${because}`];
    case "forbid":
      return [`The authorizer denied it${because}`];
    default:
      return [];
  }
}

function outcome({ stage, responseStatus, requestReceivedTimestamp, stageTimestamp }: EventHead): readonly string[] {
  if (stage === "RequestReceived" || responseStatus?.code === undefined) return [];
  const after = formatMs(Math.max(0, Date.parse(stageTimestamp) - Date.parse(requestReceivedTimestamp)));
  const verb = stage === "ResponseStarted" ? "The response started" : "It answered";
  const message = responseStatus.message === undefined ? "" : `: ${responseStatus.message}`;
  return [`${verb} ${statusLine(responseStatus.code)} after ${after}${message}.`];
}

function deprecation({ annotations = {} }: EventHead): readonly string[] {
  if (annotations["k8s.io/deprecated"] !== "true") return [];
  const removed = annotations["k8s.io/removed-release"];
  return [
    `This version of the API is deprecated${removed === undefined ? "" : `, and gone from release ${removed} on`}.`,
  ];
}
