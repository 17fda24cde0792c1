import { isRecord } from "../../apimachinery/is-record.ts";

/**
 * Returns an event of at most a number of bytes, without the objects of the request and the response if they make it
 * larger; undefined if it is too large even so (plugin/pkg/audit/truncate).
 */
export function truncateEvent(event: string, most: number): string | undefined {
  if (sizeOf(event) <= most) return event;
  const parsed: unknown = JSON.parse(event);
  if (!isRecord(parsed) || (parsed["level"] !== "Request" && parsed["level"] !== "RequestResponse")) return undefined;
  const { requestObject: _request, responseObject: _response, annotations, ...rest } = parsed;
  const noted = { ...(isRecord(annotations) ? annotations : {}), "audit.k8s.io/truncated": "true" };
  const sorted = Object.fromEntries(Object.entries(noted).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const truncated = JSON.stringify({ ...rest, annotations: sorted });
  return sizeOf(truncated) <= most ? truncated : undefined;
}

/** The size of an event as it is encoded: with its end of line. */
const sizeOf = (event: string): number => Buffer.byteLength(event) + 1;
