import type { CallsWanted, Json, JsonMap } from "./recorded-case.ts";
import type { Review } from "./webhook-behaviours.ts";

/** A call of a webhook. */
export interface Call {
  readonly [name: string]: unknown;
  readonly path: string;
  readonly review: Review;
}

/** The recorded server ran no controllers; the writes of those of the server under test are not part of a case. */
const isByController = ({ review }: Call): boolean =>
  review.request.userInfo.username.startsWith("system:serviceaccount:kube-system:");

/** Returns the wanted parts of calls, in the order of their paths unless that of their arrival is asked for. */
export function takenCalls(calls: readonly Call[], { order = false, keep = ["path"] }: CallsWanted): readonly Json[] {
  const mine = calls.filter((call) => !isByController(call));
  const ordered = order ? mine : mine.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return ordered.map((call): JsonMap =>
    Object.fromEntries(keep.map((name) => [name, (partAt(call, name.split(".")) ?? null) as Json])),
  );
}

const partAt = (value: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined || value === undefined || value === null ? value : partAt(Object(value)[name], rest);
