import type { Answer, Difference } from "./sequence.ts";

/** A kind of difference that is as it must be. */
export interface AcceptedDifference {
  readonly name: string;
  readonly reason: string;
  readonly explains: (difference: Difference) => boolean;
  /** Whether later answers depend on it even if the request only reads. */
  readonly isFinal?: true;
}

/** The differences that are not faults of the server, each with its reason. */
export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    name: "a ConfigMap that is invalid",
    reason: "The reference server does not validate built-in kinds; policies see them then.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("/configmaps") &&
      (reference.status < 300 || reference.body.includes("ValidatingAdmissionPolicy")) &&
      tested.status === 422 &&
      tested.body.includes('"kind":"ConfigMap"'),
  },
  {
    name: "an apply of fields that are not declared",
    reason: "Upstream reads a Go map, whose order is random, up to the first field that is not declared.",
    explains: ({ reference, tested }) => {
      const [expected, actual] = [undeclaredIn(reference), undeclaredIn(tested)];
      return expected !== undefined && expected === actual;
    },
  },
  {
    name: "rules of equal cost in a definition whose rules cost too much in total",
    reason:
      "Upstream names the four most expensive rules, of equal ones those that come first in the order of Go's maps.",
    explains: ({ reference, tested }) =>
      [reference, tested].every(({ body }) => body.includes(costsTooMuch)) &&
      otherCauses(reference) === otherCauses(tested),
  },
  {
    name: "objects of one name under different keys",
    reason:
      "A mutating policy can rename what an apply creates, which is stored under the name of the request. Upstream's watch cache keeps one object for each name, whatever its key.",
    explains: ({ step, reference, tested }) =>
      !step.path.includes("watch=true") && repeatsName(tested.body) && !repeatsName(reference.body),
    isFinal: true,
  },
  {
    name: "conditions of a definition of a protected group",
    reason: "Two controllers of upstream set them, in whatever order they run.",
    explains: ({ reference, tested }) =>
      reference.body.includes("KubernetesAPIApprovalPolicyConformant") &&
      inPieces(reference.body) === inPieces(tested.body),
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

/** The text before the errors of an apply that sets a field that is not declared; undefined for other answers. */
function undeclaredIn({ status, body }: Answer): string | undefined {
  if (status !== 500 || !body.includes(": field not declared in schema")) return undefined;
  return /^.*?: (?=errors:|\.)/s.exec(body)?.[0];
}

const costsTooMuch = "contributed to estimated rule cost total";

/** The causes of a Status but for those of rules that cost too much in total, and their number. */
function otherCauses({ status, body }: Answer): string {
  const causes = body.match(/\{[^{}]*"field":"[^{}]*\}/g) ?? [];
  const others = causes.filter((cause) => !cause.includes(costsTooMuch));
  return JSON.stringify([status, causes.length, others]);
}

/** Whether a list has two objects with the same name. */
function repeatsName(body: string): boolean {
  const names = [...body.matchAll(/\bname"?: ?"?([^",\s]+)"?,?\s*"?namespace\b/g)].map(([, name]) => name);
  return new Set(names).size < names.length;
}

/** The pieces of a JSON text, sorted. */
const inPieces = (text: string): string =>
  text
    .split(/[[\]{},]/)
    .sort()
    .join();
