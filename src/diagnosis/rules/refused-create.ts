import { trimRight } from "../../apimachinery/trim.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Conclusion, byCondition, byEvent, missing } from "../conclude.ts";
import type { ConditionView } from "../conditions.ts";
import type { Diagnosis, Evidence } from "../diagnosis.ts";
import { idOf, objectId } from "../object-id.ts";
import type { RuleContext } from "../rule.ts";
import { firstLine, listed } from "../words.ts";
import { type Refusal, withWebhook } from "./refusing-webhook.ts";

type Read = (match: RegExpExecArray, namespace: string) => Refusal;

/** Pairs of `NAME=VALUE` as quotas tell them: `requests.cpu=2,pods=1`. */
const amounts = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(",").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));

function quotaText(name: string, requested: string, used: string, limited: string): string {
  const [asked, taken, most] = [amounts(requested), amounts(used), amounts(limited)];
  const parts = [...asked].map(
    ([resource, amount]) =>
      `${resource} ${taken.get(resource) ?? "0"} of ${most.get(resource) ?? "0"} is used and it asks for ${amount}`,
  );
  const isSmall = [...asked.keys()].every((name) => taken.get(name) === "0" && most.get(name) !== "0");
  return `the ResourceQuota ${name} is ${isSmall ? "too small" : "exhausted"}: ${parts.join(", ")}`;
}

const webhookText = (name: string, problem: string): string => {
  const service = /service "([^"]+)" not found/.exec(problem)?.[1];
  if (service !== undefined) return `the webhook ${name} cannot be called, since its service ${service} does not exist`;
  return `the webhook ${name} ${answerProblem(problem) ?? `cannot be called: ${callProblem(problem)}`}`;
};

/** What is wrong with the answer of a webhook that was called; undefined of one that gave none. */
function answerProblem(problem: string): string | undefined {
  const told = /^failed to call webhook: an error on the server \("(.*)"\) has prevented/s.exec(problem)?.[1];
  if (told !== undefined)
    return `answers with an error: ${told === "unknown" ? "it does not say which" : firstLine(told, 160)}`;
  if (problem.includes("the server could not find the requested resource")) return "serves nothing at its path (404)";
  const odd =
    /^(?:received invalid webhook response|failed to call webhook): (expected .*|webhook returned .*|couldn't get version\/kind.*)/s;
  const what = odd.exec(problem)?.[1];
  return what === undefined ? undefined : `gives no answer to the review that it was sent: ${firstLine(what, 160)}`;
}

/** What the transport says of a webhook that could not be called, in words. */
export function callProblem(problem: string): string {
  if (/x509: certificate signed by unknown authority/.test(problem))
    return "its certificate is not signed by an authority of its caBundle";
  const other =
    /x509: certificate is (?:valid for ([^\n]*?), not (\S+)|not valid for any names, but wanted to match (\S+))/.exec(
      problem,
    );
  if (other !== null)
    return `its certificate is for ${other[1] ?? "no names"}, and it is called as ${trimRight(other[2] ?? other[3] ?? "", '".')}`;
  if (/x509: certificate has expired/.test(problem)) return "its certificate has expired";
  if (/context deadline exceeded/.test(problem)) return "it did not answer in time";
  return firstLine(problem.replace(/^.*?: (?=dial|context|no endpoints|x509|EOF)/, ""), 160);
}

/** What a quota misses, by containers: `limits.memory for: a; requests.cpu for: a` names two resources of one. */
function unspecified(what: string): string {
  const resources = new Map<string, string[]>();
  for (const part of what.split("; ")) {
    const [resource = "", containers = ""] = part.split(" for: ");
    resources.set(containers, [...(resources.get(containers) ?? []), resource]);
  }
  return [...resources].map(([containers, names]) => `${listed(names)} specified for ${containers}`).join("; ");
}

/** The texts of refusals, the first that matches counts. */
const readers: readonly (readonly [RegExp, Read])[] = [
  [
    /exceeded quota: ([^,]+), requested: (.*), used: (.*), limited: (.*)$/s,
    ([, name = "", requested = "", used = "", limited = ""], namespace) => ({
      by: "by-quota",
      text: quotaText(name, requested, used, limited),
      source: objectId("", "ResourceQuota", namespace, name),
    }),
  ],
  [
    /failed quota: ([^:]+): must specify (.*)$/s,
    ([, name = "", what = ""], namespace) => ({
      by: "by-quota-without-amounts",
      text: `the ResourceQuota ${name} wants ${firstLine(unspecified(what), 120)}`,
      source: objectId("", "ResourceQuota", namespace, name),
    }),
  ],
  [
    /violates PodSecurity "([^":]+)(?::[^"]*)?": (.*)$/s,
    ([, level = "", what = ""], namespace) => ({
      by: "by-pod-security",
      text: `the namespace enforces the Pod Security Standard ${level}: ${firstLine(what)}`,
      source: objectId("", "Namespace", "", namespace),
    }),
  ],
  [
    /ValidatingAdmissionPolicy '([^']+)' with binding '([^']+)' denied request: (.*)$/s,
    ([, policy = "", binding = "", what = ""]) => ({
      by: "by-policy",
      text: `the ValidatingAdmissionPolicy ${policy} (bound by ${binding}) refuses it: ${firstLine(what)}`,
      source: objectId("admissionregistration.k8s.io", "ValidatingAdmissionPolicy", "", policy),
    }),
  ],
  [
    /failed calling webhook "([^"]+)": (.*)$/s,
    ([, name = "", problem = ""]) => ({ by: "by-failing-webhook", text: webhookText(name, problem) }),
  ],
  [
    /admission webhook "([^"]+)" denied the request(?:: (.*)| without explanation)/s,
    ([, name = "", what = ""]) => ({
      by: "by-webhook",
      text: `the webhook ${name} denies it${what === "" ? " without saying why" : `: ${firstLine(what)}`}`,
    }),
  ],
  [
    /error looking up service account [^/]*\/([^:]+): serviceaccount "[^"]+" not found/,
    ([, name = ""], namespace) => ({
      by: "without-service-account",
      text: `its ServiceAccount ${name} does not exist`,
      source: objectId("", "ServiceAccount", namespace, name),
      isMissing: true,
    }),
  ],
  [
    /no PriorityClass with name (\S+) was found/,
    ([, name = ""]) => ({
      by: "without-priority-class",
      text: `its PriorityClass ${name} does not exist`,
      source: objectId("scheduling.k8s.io", "PriorityClass", "", name),
      isMissing: true,
    }),
  ],
  [
    /RuntimeClass "([^"]+)" not found/,
    ([, name = ""]) => ({
      by: "without-runtime-class",
      text: `its RuntimeClass ${name} does not exist`,
      source: objectId("node.k8s.io", "RuntimeClass", "", name),
      isMissing: true,
    }),
  ],
  [
    /(\[?(?:minimum|maximum)\b.* (?:usage|limit)\b.*|(?<!\S)\S+ max limit to request ratio.*)/s,
    ([, what = ""]) => ({ by: "by-limit-range", text: `a LimitRange of the namespace refuses it: ${firstLine(what)}` }),
  ],
  [
    /because it is being terminated/,
    (_, namespace) => ({
      by: "by-terminating-namespace",
      text: `the namespace ${namespace} is being deleted`,
      source: objectId("", "Namespace", "", namespace),
    }),
  ],
  [
    /is forbidden: expression '(.*)' resulted in error: (.*)$/s,
    ([, expression = "", what = ""]) => ({
      by: "by-match-condition",
      text: `a match condition of a webhook cannot be evaluated: ${firstLine(what)}`,
      expression,
    }),
  ],
  [
    /^(?:Error creating: )?Internal error occurred: ((?:jsonpatch |error in |\w+ operation does not apply).*)$/s,
    ([, what = ""]) => ({
      by: "by-webhook-patch",
      text: `the patch of a mutating webhook cannot be applied: ${firstLine(what)}`,
    }),
  ],
  [/is forbidden: (.*)$/s, ([, what = ""]) => ({ by: "by-admission", text: `it is forbidden: ${firstLine(what)}` })],
  [/is invalid: (.*)$/s, ([, what = ""]) => ({ by: "as-invalid", text: `it is invalid: ${firstLine(what)}` })],
];

/** How much is read of why a request was refused. */
const mostRead = 10_000;

/** Reads why a request to create an object was refused. */
export function refusalOf(whole: string, namespace: string): Refusal {
  const message = whole.slice(0, mostRead);
  for (const [pattern, read] of readers) {
    const match = pattern.exec(message);
    if (match !== null) return read(match, namespace);
  }
  return { by: "by-server", text: firstLine(message.replace(/^Error creating: /, "")) };
}

/** Adds the object that a refusal comes from, where its text does not name it. */
async function withSource(refusal: Refusal, namespace: string, context: RuleContext): Promise<Refusal> {
  if (refusal.by === "by-limit-range") {
    const [range, ...more] = await context.reading.all({ group: "", resource: "limitranges", namespace });
    if (range === undefined || more.length > 0) return refusal;
    const text = refusal.text.replace("a LimitRange of the namespace", `the LimitRange ${range.metadata.name ?? ""}`);
    return { ...refusal, text, source: idOf(range) };
  }
  return /webhook|match-condition/.test(refusal.by) ? withWebhook(refusal, context.reading) : refusal;
}

/** What is concluded from a controller's complaint that it cannot create what it should. */
export async function refusedCreate(
  owner: KubeObject,
  what: "pods" | "jobs" | "claims" | "replicasets",
  message: string,
  context: RuleContext,
): Promise<Conclusion> {
  const { reading, causeOf } = context;
  const namespace = owner.metadata.namespace ?? "";
  const refusal = await withSource(refusalOf(message, namespace), namespace, context);
  const { source } = refusal;
  const object = source === undefined ? undefined : await reading.get(source);
  const found = await causeOf(object);
  const cause: Diagnosis | undefined = found?.level === "ok" ? undefined : found;
  const evidence: readonly Evidence[] =
    source === undefined
      ? []
      : refusal.isMissing === true && object === undefined
        ? [missing(source)]
        : [{ kind: "object", object: source }];
  return {
    situation: `${what}-refused-${refusal.by}`,
    state: "Cannot create",
    level: "error",
    because: `its ${what} are refused: ${refusal.text}`,
    predicate: `cannot create its ${what}: ${refusal.text}`,
    evidence,
    causes: [cause],
  };
}

/** The complaint of a controller that it cannot create pods: by a condition, or by its last event if newer than all. */
export async function createComplaint(
  owner: KubeObject,
  condition: ConditionView | undefined,
  { reading }: RuleContext,
): Promise<{ readonly message: string; readonly evidence: readonly Evidence[] } | undefined> {
  if (condition !== undefined) return { message: condition.message, evidence: byCondition(owner, condition) };
  const events = await reading.events(owner);
  const failed = events.find(({ reason }) => reason === "FailedCreate");
  const created = events.find(({ reason }) => reason === "SuccessfulCreate");
  if (failed === undefined || (created !== undefined && created.last > failed.last)) return undefined;
  return { message: failed.message, evidence: byEvent(owner, failed) };
}
