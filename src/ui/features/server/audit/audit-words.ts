import type { AuditLevel, AuditStage } from "../../../../component-base/audit/audit-event.ts";
import { formatMs, statusLine } from "../../../data/words.ts";
import { userWords, type EventHead } from "./entry.ts";

/** What a level keeps of a request. */
export const levelWords: Readonly<Record<AuditLevel, string>> = {
  None: "Nothing is noted.",
  Metadata: "Who asked for what, when, and how it ended; no objects.",
  Request: "The same, and the object or patch that was sent.",
  RequestResponse: "The same, and the object that was answered: all there is.",
};

/** When an event of a stage is noted. */
export const stageWords: Readonly<Record<AuditStage, string>> = {
  RequestReceived: "As soon as it is known who asks, before anything is done.",
  ResponseStarted: "When an answer begins that goes on, as of a watch.",
  ResponseComplete: "When the answer is complete.",
  Panic: "When the server broke down over it.",
};

/** An event in sentences, each a fact of its own. */
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
      return [`The authorizer forbade it${because}`];
    default:
      return [];
  }
}

function outcome({ stage, responseStatus, requestReceivedTimestamp, stageTimestamp }: EventHead): readonly string[] {
  if (stage === "RequestReceived" || responseStatus?.code === undefined) return [];
  const after = formatMs(Math.max(0, Date.parse(stageTimestamp) - Date.parse(requestReceivedTimestamp)));
  const verb = stage === "ResponseStarted" ? "It began to answer" : "It answered";
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
