import type { Answer, Difference, Exchange, Step } from "./sequence.ts";

/** A sequence, and its exchanges up to a difference. */
export interface PlayedSequence {
  readonly steps: readonly Step[];
  readonly exchanges: readonly Exchange[];
}

/** A kind of difference that is as it must be. */
export interface AcceptedDifference {
  readonly name: string;
  readonly reason: string;
  readonly explains: (difference: Difference, sequence: PlayedSequence) => boolean;
  /** Whether later answers depend on it even if the request only reads. */
  readonly isFinal?: true;
}

/** The differences that are not faults of the server, each with its reason. */
export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    name: "a ConfigMap that is invalid",
    reason:
      "The reference server does not validate built-in kinds but for their metadata, and that fewer times; policies see them then, or they are stored and cannot be answered as a list.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("/configmaps") &&
      (reference.status < 300 ||
        reference.body.includes("ValidatingAdmissionPolicy") ||
        reference.body.includes("but the requested object is not a list") ||
        (reference.status === 422 && hasCausesOf(reference, tested))) &&
      tested.status === 422 &&
      tested.body.includes('"kind":"ConfigMap"'),
    isFinal: true,
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
    explains: ({ step, tested }, { steps, exchanges }) =>
      ["GET", "DELETE"].includes(step.method) &&
      /\/configmaps\/?(\?|$)/.test(step.path) &&
      (exchanges.some(renamesCreated) ||
        (steps.some(renames) && (exchanges.some(appliesOutOfSight) || hasNameTwice(tested)))),
    isFinal: true,
  },
  {
    name: "errors of two mutating policies",
    reason:
      "Upstream calls mutating policies in the order of Go's maps, and answers with the error of the first: of 12 equal pairs that of the first policy 10 times, that of the second twice.",
    explains: ({ reference, tested }, { steps }) =>
      steps.some(({ id }) => id === "zq-two") &&
      reference.status === tested.status &&
      [reference, tested].every(
        ({ status, body }) =>
          (status === 500 && body.includes("strict decoding error: unknown field")) ||
          (status === 403 && /policy 'zq-(one|two)' with binding/.test(body)),
      ),
  },
  {
    name: "a watch cache that is not filled",
    reason:
      "Upstream fills a watch cache for each version of a definition, which takes a moment, and cannot while a conversion webhook fails. Here all requests read the store.",
    explains: ({ step, reference, tested }) =>
      // a watch that waits for the cache, where the store's objects cannot be converted
      (step.path.includes("watch=true") &&
        reference.body.includes('"reason":"ResourceVersionTooLarge"') &&
        (tested.body.includes("conversion webhook for ") ||
          // or for what was written a moment ago, at a revision that an earlier answer had
          (/[?&]resourceVersion=\{\{/.test(step.path) && !tested.body.includes('"type":"ERROR"')))) ||
      (reference.status === 429 && reference.body.includes('"message":"storage is (re)initializing')) ||
      // the store's refusal of a revision, which a cache refuses otherwise (CacheDelegator.Get)
      (step.path.endsWith("?resourceVersion=abc") &&
        reference.status === 400 &&
        reference.body.includes('"message":"invalid resource version: resourceVersion: Invalid value')),
  },
  {
    name: "a read of a cache without objects that cannot be converted",
    reason:
      "Upstream answers lists and watches of any revision from a watch cache, which gets no event of an object whose conversion fails.",
    explains: ({ step, reference, tested }) =>
      step.method === "GET" &&
      /[?&]resourceVersion=0(&|$)/.test(step.path) &&
      reference.status === 200 &&
      tested.body.includes("conversion webhook for ") &&
      (step.path.includes("watch=true") ? reference.body === "" : tested.status === 500),
  },
  {
    name: "a write of an object that cannot be converted",
    reason:
      "Upstream converts what its watch cache has of the object first; whether it has it depends on when other objects came that cannot be converted.",
    explains: ({ step, reference }) =>
      step.method !== "GET" && reference.status === 500 && reference.body.includes("conversion webhook for "),
    isFinal: true,
  },
  {
    name: "lost metadata of an object that an apply deletes",
    reason: "The answer has the object as it would have been stored, in which what is lost is null or empty.",
    explains: ({ step, reference, tested }) =>
      step.headers?.["Content-Type"]?.startsWith("application/apply-patch") === true &&
      reference.body.includes('"deletionTimestamp":') &&
      reference.body.replace(/"(labels|annotations|finalizers|ownerReferences)":(null|\[\]|\{\}),/g, "") ===
        tested.body,
  },
  {
    name: "items of a list of ConfigMaps with their kind",
    reason:
      "Internal ConfigMaps of the reference server are of the same Go type, into which those that it reads past its cache are decoded with their kind; a conversion would clear it.",
    explains: ({ step, reference, tested }) =>
      /\/configmaps\?.*(continue=|resourceVersionMatch=Exact|resourceVersion=[^&0].*limit=)/.test(step.path) &&
      reference.body.replaceAll(ofConfigMap, "") === tested.body.replaceAll(ofConfigMap, ""),
  },
  {
    name: "a write of a ConfigMap that a mutating policy makes equal to what is stored",
    reason:
      "Internal ConfigMaps of the reference server are of the same Go type, in which what a policy has changed keeps its kind. So IgnoreManagedFieldsTimestampsTransformer finds it different from what is stored; a conversion would clear the kind.",
    explains: ({ step, reference, tested }, { steps }) =>
      ["PATCH", "PUT"].includes(step.method) &&
      step.path.includes("/configmaps/") &&
      steps.some(({ path }) => path.includes("/mutatingadmissionpolicies")) &&
      reference.status === 200 &&
      reference.body.replace(revisionOf, "") === tested.body.replace(revisionOf, ""),
  },
  {
    name: "a deletion at the revision of a list",
    reason:
      "The revision of a list is the server's latest, which is that of the object only if nobody else wrote in between.",
    explains: ({ step, reference, tested }, { exchanges }) =>
      step.method === "DELETE" &&
      exchanges.some((earlier) => isListAnswer(earlier) && step.body?.includes(`{{${earlier.step.id}.rv}}`) === true) &&
      [reference, tested].filter(isPreconditionFailure).length === 1,
    isFinal: true,
  },
  {
    name: "a negative zero of CBOR in an error",
    reason: "Configurations in CBOR are read as JSON, in which the number is an integer.",
    explains: ({ step, reference, tested }) =>
      step.headers?.["Content-Type"] === "application/apply-patch+cbor" &&
      reference.body.replace(/(\{|:)-0\}/g, "$10}") === tested.body,
  },
  {
    name: "a watch of a second on a busy machine",
    reason: "The reference server may send a bookmark before the end, or come to the end before the initial events.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("watch=true") &&
      (reference.body.includes('"context deadline exceeded"') ||
        withoutBookmarks(reference.body) === withoutBookmarks(tested.body)),
  },
  {
    name: "conditions of a definition of a protected group",
    reason: "Two controllers of upstream set them, in whatever order they run.",
    explains: ({ reference, tested }) =>
      reference.body.includes("KubernetesAPIApprovalPolicyConformant") &&
      inPieces(reference.body) === inPieces(tested.body),
  },
  {
    name: "an exact list at a revision to come",
    reason:
      "Upstream's cache refuses it with a time after which to try again, its store without; which one reads depends on whether the cache has a snapshot yet.",
    explains: ({ step, reference, tested }) =>
      step.path.includes("resourceVersionMatch=Exact") &&
      [reference, tested].every(({ body }) => body.includes("ResourceVersionTooLarge")) &&
      reference.body === tested.body.replace(',"retryAfterSeconds":1', ""),
  },
  {
    name: "a MAC without separators",
    reason:
      "Go 1.26 reads hexadecimal digits alone as one (net.ParseMAC); releases of Kubernetes 1.34 are built before.",
    explains: ({ reference, tested }) =>
      tested.status === 422 && macWithoutSeparators.test(tested.body) && !macWithoutSeparators.test(reference.body),
    isFinal: true,
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

const macWithoutSeparators = /must be of type mac: \\+"(?:[\da-f]{12}|[\da-f]{16}|[\da-f]{40})\\+"/i;

/** Whether an answer is a list, whose revision is written so. */
const isListAnswer = ({ reference }: Exchange): boolean => reference.body.includes("<list>");

const isPreconditionFailure = ({ status, body }: Answer): boolean =>
  status === 409 && body.includes("the ResourceVersion in the precondition");

/** The text before the errors of an apply that sets a field that is not declared; undefined for other answers. */
function undeclaredIn({ status, body }: Answer): string | undefined {
  if (status !== 500 || !body.includes(": field not declared in schema")) return undefined;
  return /^.*?: (?=errors:|\.)/s.exec(body)?.[0];
}

const revisionOf = /<rv:\d+( here)?>/;

const ofConfigMap = '"kind":"ConfigMap","apiVersion":"v1",';

const costsTooMuch = "contributed to estimated rule cost total";

/** The causes of a Status in JSON or YAML, as texts. */
function causesOf({ body }: Answer): readonly string[] {
  const list = /"causes":\[(.*)\]/s.exec(body)?.[1] ?? "";
  return list.split(/(?<="\}),(?=\{"reason":|\{"message":|\{"field":)/).filter((cause) => cause !== "");
}

/** Whether all causes of an answer are those of another one, too. */
const hasCausesOf = (answer: Answer, other: Answer): boolean => {
  const known = new Set(causesOf(other));
  return causesOf(answer).length < causesOf(other).length && causesOf(answer).every((cause) => known.has(cause));
};

/** The causes of a Status but for those of rules that cost too much in total, and their number. */
function otherCauses(answer: Answer): string {
  const causes = causesOf(answer);
  const others = causes.filter((cause) => !cause.includes(costsTooMuch));
  return JSON.stringify([answer.status, causes.length, others]);
}

/** The events of a watch but for bookmarks that end no initial events. */
const withoutBookmarks = (body: string): string =>
  body
    .split("\n")
    .filter((line) => !line.includes("BOOKMARK") || line.includes("initial-events-end"))
    .join("\n");

/** Whether a mutating policy gives objects another name. */
const renames = ({ body = "" }: Step): boolean =>
  body.includes("op: 'replace', path: '/metadata/name'") || body.includes("Object.metadata{name: ");

/** Whether an apply may have created an object that its answer does not show. */
const appliesOutOfSight = ({ step, tested }: Exchange): boolean =>
  step.headers?.["Content-Type"]?.startsWith("application/apply-patch") === true &&
  step.path.includes("/configmaps/") &&
  tested.status === 406;

const nameInNamespace = /\bname"?: ?"?([^",\s]+)"?,?\s*"?namespace\b/g;

/** Whether a list has two objects of one name. */
function hasNameTwice({ body }: Answer): boolean {
  const names = [...body.matchAll(nameInNamespace)].map(([, name]) => name);
  return new Set(names).size < names.length;
}

/** Whether an apply created an object with another name than that of the request. */
function renamesCreated({ step, tested }: Exchange): boolean {
  const asked = /\/configmaps\/([^/?]+)/.exec(step.path)?.[1];
  const given = /\bname"?: ?"?([^",\s]+)"?,?\s*"?namespace\b/.exec(tested.body)?.[1];
  return step.method === "PATCH" && tested.status === 201 && given !== undefined && given !== asked;
}

/** The pieces of a JSON text, sorted. */
const inPieces = (text: string): string =>
  text
    .split(/[[\]{},]/)
    .sort()
    .join();
