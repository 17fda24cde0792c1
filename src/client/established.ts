import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { followSignal } from "./follow-signal.ts";
import type { Client } from "./client.ts";
import type { ServedResource } from "./discovery.ts";

/** Waits until the resources of a CustomResourceDefinition are served. Rejects if its names are not accepted. */
export async function established(
  client: Client,
  definitions: ServedResource,
  { metadata }: KubeObject,
  signal?: AbortSignal,
): Promise<void> {
  const stop = signal === undefined ? new AbortController() : followSignal(signal);
  try {
    const selection = { fieldSelector: `metadata.name=${metadata.name ?? ""}` };
    for await (const { object } of client.watch(definitions, selection, stop.signal)) {
      if (conditionOf(object, "Established")?.["status"] === "True") return;
      const names = conditionOf(object, "NamesAccepted");
      if (names?.["status"] === "False") throw new Error(`${metadata.name ?? ""}: ${String(names["message"])}`);
    }
  } finally {
    stop.abort();
  }
}

/** Returns the condition of a type from the status of an object of any kind. */
export function conditionOf({ status }: KubeObject, type: string): Readonly<Record<string, unknown>> | undefined {
  const conditions: unknown = isRecord(status) ? status["conditions"] : undefined;
  return Array.isArray(conditions)
    ? conditions.find((condition: unknown) => isRecord(condition) && condition["type"] === type)
    : undefined;
}
