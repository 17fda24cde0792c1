import type { Status } from "../../apimachinery/meta.ts";
import type { Evidence, Remedy } from "../diagnosis.ts";
import type { Reading } from "../reading.ts";
import type { ServedApi, ServedKind } from "./served-api.ts";
import { parsePath, type ParsedPath } from "../../client/snippets/parsed-path.ts";

/** The request that a Status answered, as far as it is known. */
export interface AnsweredRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The bearer token that was sent. */
  readonly token?: string | undefined;
  /** The body that was sent, decoded; undefined where there was none or it could not be decoded. */
  readonly body?: unknown;
}

/** What was refused, and what can be asked about it. */
export interface Refused {
  readonly status: Status;
  readonly request: AnsweredRequest;
  /** The parts of the request's path; undefined where it names no resource. */
  readonly at: ParsedPath | undefined;
  readonly reading: Reading;
  readonly api: ServedApi;
}

/** Why a request was refused, and what would work in its place. */
export interface Finding {
  readonly situation: string;
  readonly state: string;
  readonly because: string;
  readonly evidence?: readonly Evidence[];
  readonly remedies?: readonly Remedy[];
}

/** Whether a resource is the one that a path names. */
export const isServedAt =
  ({ group, version, resource }: ParsedPath) =>
  (served: ServedKind): boolean =>
    served.group === group && served.version === version && served.resource === resource;

/** Puts together what is known of a refused request. */
export const refusedOf = (status: Status, request: AnsweredRequest, reading: Reading, api: ServedApi): Refused => ({
  status,
  request,
  at: parsePath(request.path),
  reading,
  api,
});
