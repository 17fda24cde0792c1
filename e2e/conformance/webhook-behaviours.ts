import { fromBase64 } from "./wire/bytes.ts";

// What recorded webhooks answer stands in the path of their URL, /BEHAVIOUR[/NAME=VALUE...], or in an annotation of the
// object, whose name the path tells. The recorded cases call all of them.

/** An AdmissionReview with a request. */
export interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly userInfo: { readonly username: string };
    readonly object?: AnnotatedObject | null;
    readonly oldObject?: AnnotatedObject | null;
  };
}

interface AnnotatedObject {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
}

/** What is answered: the response of a review, or a text. */
export interface WebhookAnswer {
  /** Members of the response beside `uid` and `allowed`; null removes one. */
  readonly response?: Readonly<Record<string, unknown>>;
  /** A JSON patch. */
  readonly patch?: readonly unknown[];
  /** Members of the review; null removes one. */
  readonly review?: Readonly<Record<string, unknown>>;
  /** A text in the place of the review. */
  readonly raw?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The delay in milliseconds. */
  readonly ms?: number;
}

/** Returns the review that carries an answer. */
export function reviewOf({ response = {}, patch, review: changes = {} }: WebhookAnswer, review: Review): object {
  const patched = patch === undefined ? {} : { patchType: "JSONPatch", patch: btoa(escaped(JSON.stringify(patch))) };
  const { apiVersion, kind, request } = review;
  return present({
    apiVersion,
    kind,
    response: present({ uid: request.uid, allowed: true, ...patched, ...response }),
    ...changes,
  });
}

/** Returns the text of JSON with ASCII characters only. */
const escaped = (json: string): string =>
  json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const present = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** Returns what a webhook answers whose path has these segments. */
export function behaviourOf([behaviour = "", ...rest]: readonly string[], { request }: Review): WebhookAnswer {
  const options = rest.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)] as const);
  const { id: _, ...named } = Object.fromEntries(options);
  const [first = ""] = rest;
  switch (behaviour) {
    case "allow":
      return {};
    case "deny":
      return { response: { allowed: false, ...(Object.keys(named).length > 0 && { status: statusOf(named) }) } };
    case "warn":
      return { response: { warnings: options.filter(([name]) => name === "w").map(([, text]) => text) } };
    case "annotate":
      return { response: { auditAnnotations: named } };
    case "slow":
      return { ms: Number(named["ms"]) };
    case "status":
      return { status: Number(first), raw: "the webhook service failed" };
    case "patch":
      return { patch: decoded(first) as readonly unknown[] };
    case "answer":
      return decoded(first) as WebhookAnswer;
    case "told":
      return JSON.parse((request.object ?? request.oldObject)?.metadata?.annotations?.[first] ?? "{}");
    case "echo":
      return { response: { allowed: false, status: { message: JSON.stringify(sorted(request)) } } };
    default:
      return brokenAnswers[behaviour] ?? { status: 404, raw: "no such behaviour" };
  }
}

const brokenAnswers: Readonly<Record<string, WebhookAnswer>> = {
  garbage: { raw: "this is no review" },
  "no-response": { review: { response: null } },
  "wrong-uid": { response: { uid: "not-the-uid-of-the-request" } },
  "wrong-version": { review: { apiVersion: "admission.k8s.io/v1beta1" } },
  "wrong-kind": { review: { apiVersion: "v1", kind: "Pod" } },
  "partial-patch": {
    patch: [{ op: "add", path: "/metadata/labels", value: { partial: "yes" } }],
    response: { patchType: null },
  },
};

const statusOf = (named: Readonly<Record<string, string>>): object => ({
  ...named,
  ...(named["code"] !== undefined && { code: Number(named["code"]) }),
});

const decoded = (base64Url: string): unknown =>
  JSON.parse(new TextDecoder().decode(fromBase64(base64Url.replaceAll("-", "+").replaceAll("_", "/"))));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
