import type { Difference } from "./sequence.ts";

/** A kind of difference that is as it must be. */
export interface AcceptedDifference {
  readonly name: string;
  readonly reason: string;
  readonly explains: (difference: Difference) => boolean;
}

/** The differences that are not faults of the server, each with its reason. */
export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    name: "a ConfigMap that is invalid",
    reason: "The reference server does not validate built-in kinds.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("/configmaps") &&
      reference.status < 300 &&
      tested.status === 422 &&
      tested.body.includes('"kind":"ConfigMap"'),
  },
  {
    name: "a watch from before the cache began",
    reason: "The reference server keeps events from the moment when it observes a definition; here history is stored.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("watch=true") &&
      reference.body.includes("too old resource version") &&
      tested.status === 200 &&
      !tested.body.includes("ERROR"),
  },
];
