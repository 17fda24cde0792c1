import type { Evidence, ObjectId } from "./diagnosis.ts";

/** How evidence names an object: `Pod shop/web-1`. */
export const idWords = ({ kind, namespace, name }: ObjectId): string =>
  `${kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;

/** What a piece of evidence says of its object: `spec.replicas = 3`; "" where the object itself is the evidence. */
export function evidenceWords(evidence: Evidence): string {
  switch (evidence.kind) {
    case "field":
      return `${evidence.path}${evidence.value === "" ? "" : ` = ${evidence.value}`}`;
    case "condition": {
      const { type, status, reason, message } = evidence;
      const told = [reason, message].filter((text) => text !== "").join(": ");
      return `condition ${type} is ${status}${told === "" ? "" : ` (${told})`}`;
    }
    case "event": {
      const { reason, message, count } = evidence;
      return `event ${reason}${count > 1 ? ` (${count} times)` : ""}: ${message}`;
    }
    case "object":
      return "";
    case "missing":
      return "not found";
    case "status":
      return `answer ${evidence.code} ${evidence.reason}: ${evidence.message}`;
  }
}
