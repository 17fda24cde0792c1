import { acceptedDifferences } from "../accepted-differences.ts";
import { isSame } from "../matched-names.ts";
import type { Answer, Difference } from "../sequence.ts";

/** A kind of difference between kube-apiserver and this server that is as it must be. */
export interface AcceptedBuiltinDifference {
  readonly name: string;
  readonly reason: string;
  readonly explains: (difference: Difference) => boolean;
}

const ofAllKinds: ReadonlySet<string> = new Set(["an apply of fields that are not declared"]);

/** The differences that are not faults of the server, each with its reason. */
export const acceptedBuiltinDifferences: readonly AcceptedBuiltinDifference[] = [
  ...acceptedDifferences
    .filter(({ name }) => ofAllKinds.has(name))
    .map(({ name, reason, explains }) => ({
      name,
      reason,
      explains: (difference: Difference): boolean => explains(difference, { steps: [], exchanges: [] }),
    })),
  {
    name: "the order of rules in a SelfSubjectRulesReview",
    reason: "Upstream reads bindings from the index of an informer, which has the order of a Go map.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("/selfsubjectrulesreviews") &&
      reference.status === tested.status &&
      partsOf(reference.body) === partsOf(tested.body),
  },
  {
    name: "the order of finalizers of a Namespace that is deleted",
    reason: "Upstream makes the list from a Go map once a deletion adds or removes one.",
    explains: ({ step, reference, tested }) =>
      step.method === "DELETE" &&
      /^\/api\/v1\/namespaces\/[^/]+$/.test(step.path) &&
      reference.status === tested.status &&
      partsOf(reference.body) === partsOf(tested.body),
  },
  {
    name: "the Go type of a list that is asked for as metadata",
    reason:
      "kube-apiserver names its internal type (*core.ConfigMapList), the reference server of the conformance records, which has none, that of the version (*v1.ConfigMapList).",
    explains: ({ reference, tested }) =>
      reference.status === 406 && tested.status === 406 && withoutPackage(reference) === withoutPackage(tested),
  },
  {
    name: "the default session affinity of a headless Service",
    reason: "kube-apiserver 1.34.1 warns of it, too, which 1.34.2 does no more (kubernetes/kubernetes#134133).",
    explains: ({ reference, tested }) =>
      reference.headers["warning"]?.includes(affinityWarning) === true &&
      isSame({ ...reference, headers: withoutAffinity(reference) }, tested),
  },
];

const affinityWarning = '299 - "spec.SessionAffinity is ignored for headless services"';

/** The headers without the warning, alone or among others. */
function withoutAffinity({ headers }: Answer): Answer["headers"] {
  const { warning = "", ...others } = headers;
  const left = warning.split(", ").filter((text) => text !== affinityWarning);
  return left.length === 0 ? others : { ...headers, warning: left.join(", ") };
}

const withoutPackage = ({ body }: Answer): string => body.replace(/\(\*[a-z\d]+\./, "(*");

/** The texts of a body in an order of their own. */
const partsOf = (body: string): string => (body.match(/"[^"]*"/g) ?? []).sort().join();
