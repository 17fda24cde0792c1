import { isRecord } from "../../../apimachinery/is-record.ts";
import type { StepExchange, StepReport } from "../../../lessons/run-lesson.ts";
import { readTarget, splitTarget, targetOf } from "../../kube/resource.ts";

/** An object that a lesson has to do with. */
export interface TouchedObject {
  readonly target: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** Returns the objects that steps wrote or read, each once, those of the last steps last. */
export function touchedObjects(reports: readonly StepReport[]): readonly TouchedObject[] {
  const found = new Map<string, TouchedObject>();
  for (const { exchanges } of reports)
    for (const exchange of exchanges) {
      const object = objectOf(exchange);
      if (object === undefined) continue;
      found.delete(object.target);
      found.set(object.target, object);
    }
  return [...found.values()];
}

function objectOf({ request, answer }: StepExchange): TouchedObject | undefined {
  const { value } = answer;
  if (answer.status >= 400 || !isRecord(value) || !isRecord(value["metadata"])) return undefined;
  const path = readTarget(request.target);
  const [, query] = splitTarget(request.target);
  if (path === undefined || new URLSearchParams(query).has("dryRun")) return undefined;
  const { kind, metadata } = value;
  const written = metadata["name"];
  const name = path.name ?? (typeof written === "string" ? written : undefined);
  if (name === undefined || typeof kind !== "string" || kind === "Table") return undefined;
  const { group, version, resource, namespace } = path;
  return { target: targetOf({ group, version, resource, namespace, name }), kind: kindOf(kind), name, namespace };
}

/** The answer to a deletion is a Status, and that to a subresource may be of another kind. */
const kindOf = (kind: string): string => (kind === "Status" ? "" : kind);
