import { messageOf } from "../../apimachinery/message-of.ts";
import { ExpiringMap } from "../../apimachinery/expiring-map.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { parseFieldSelector } from "../../apimachinery/fields/selector.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { AuthorizationAttributes, Decision } from "../../apiserver/request/authorizer.ts";
import type { ModeAuthorizer } from "../../apiserver/request/mode-authorizer.ts";
import type { WebhookConfiguration } from "./authorization-types.ts";
import { compileReviewCondition, matchesReview } from "./review-conditions.ts";
import { sendReview, type ReviewSender } from "./send-review.ts";

/** What a webhook authorizer needs besides its configuration, which is valid. */
export interface WebhookAuthorizerOptions {
  readonly configuration: WebhookConfiguration;
  readonly sender: ReviewSender;
  /** In milliseconds. */
  readonly now: () => number;
  /** Receives why a webhook could not be asked. */
  readonly report: (message: string) => void;
}

const mostRemembered = 8192;
const longestRemembered = 10_000;
const noOpinion: Decision = { decision: "noOpinion", reason: "" };

/** Creates an authorizer that asks a webhook by SubjectAccessReviews (plugin/pkg/authorizer/webhook). */
export function createWebhookAuthorizer(options: WebhookAuthorizerOptions): ModeAuthorizer {
  const { configuration, now } = options;
  const remembered = new ExpiringMap<string, Decision>(mostRemembered, now);
  const programs = (configuration.matchConditions ?? []).flatMap(({ expression = "" }) => {
    const compiled = compileReviewCondition(expression);
    return "program" in compiled ? [compiled.program] : [];
  });
  const onError = configuration.failurePolicy === "Deny" ? "deny" : "noOpinion";
  return {
    authorize(attributes) {
      const spec = specOf(attributes);
      const matches = programs.length === 0 || matchesReview(programs, spec);
      if (typeof matches === "object") return { decision: onError, reason: "", error: matches.problem };
      if (!matches) return noOpinion;
      const key = JSON.stringify(spec);
      const known = remembered.get(key);
      if (known !== undefined) return known;
      return ask(options, spec, onError).then(({ decision, isAnswer }) => {
        if (isAnswer && mayRemember(attributes)) remembered.set(key, decision, lifetimeOf(configuration, decision));
        return decision;
      });
    },
    rulesFor: () => ({
      resourceRules: [],
      nonResourceRules: [],
      evaluationError: "webhook authorizer does not support user rule resolution",
    }),
  };
}

async function ask(
  { configuration, sender, report }: WebhookAuthorizerOptions,
  spec: JsonObject,
  onError: Decision["decision"],
): Promise<{ readonly decision: Decision; readonly isAnswer: boolean }> {
  const version = configuration.subjectAccessReviewVersion ?? "v1";
  try {
    const status = await sendReview(sender, reviewOf(spec, version));
    return { decision: decisionOf(status), isAnswer: true };
  } catch (cause) {
    const error = messageOf(cause);
    report(`Failed to make webhook authorizer request: ${error}`);
    return { decision: { decision: onError, reason: "", error }, isAnswer: false };
  }
}

function decisionOf({ allowed, denied, reason: given }: JsonObject): Decision {
  const reason = typeof given === "string" ? given : "";
  const error = "webhook subject access review returned both allow and deny response";
  if (denied === true) return { decision: "deny", reason, ...(allowed === true && { error }) };
  return { decision: allowed === true ? "allow" : "noOpinion", reason };
}

function lifetimeOf(configuration: WebhookConfiguration, { decision }: Decision): number {
  const { authorizedTTL = "0s", cacheAuthorizedRequests = true } = configuration;
  const { unauthorizedTTL = "0s", cacheUnauthorizedRequests = true } = configuration;
  const isKept = decision === "allow" ? cacheAuthorizedRequests : cacheUnauthorizedRequests;
  return isKept ? Number(parseDuration(decision === "allow" ? authorizedTTL : unauthorizedTTL)) / 1e6 : 0;
}

/** What a user can make arbitrarily long is not remembered (webhook.shouldCache). */
const mayRemember = ({
  namespace,
  verb,
  apiGroup,
  apiVersion,
  resource,
  subresource,
  name,
  path,
}: AuthorizationAttributes) =>
  [namespace, verb, apiGroup, apiVersion, resource, subresource, name, path].join("").length < longestRemembered;

/** The review in a version; v1beta1 calls the groups of the user `group`. */
function reviewOf(spec: JsonObject, version: string): JsonObject {
  const { groups = [], ...rest } = spec;
  return {
    kind: "SubjectAccessReview",
    apiVersion: `authorization.k8s.io/${version}`,
    metadata: {},
    spec: version === "v1beta1" ? { ...rest, group: groups } : spec,
    status: { allowed: false },
  };
}

/** Returns the spec of a review with every field that conditions may read. */
function specOf(attributes: AuthorizationAttributes): JsonObject {
  const { user, verb, path, resourceRequest } = attributes;
  const subject = { user: user.name, groups: user.groups, uid: user.uid, extra: user.extra };
  if (!resourceRequest) return { ...subject, nonResourceAttributes: { path, verb } };
  const { namespace, apiGroup: group, apiVersion: version, resource, subresource, name } = attributes;
  const requirements = requirementsOf(attributes);
  return {
    ...subject,
    resourceAttributes: {
      namespace,
      verb,
      group,
      version,
      resource,
      subresource,
      name,
      ...(requirements.length > 0 && { fieldSelector: { requirements } }),
    },
  };
}

const selecting: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

/** Returns what a field selector requires; one that cannot be parsed narrows nothing. */
function requirementsOf({ verb, fieldSelector = "" }: AuthorizationAttributes): readonly JsonObject[] {
  if (fieldSelector === "" || !selecting.has(verb)) return [];
  try {
    return parseFieldSelector(fieldSelector).requirements.map(({ field, operator, value }) => ({
      key: field,
      operator: operator === "!=" ? "NotIn" : "In",
      values: [value],
    }));
  } catch {
    return [];
  }
}
