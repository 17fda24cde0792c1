import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { ServedResource } from "../../../client/discovery.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { alignTabs, tableWidths } from "../../output/tab-writer.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { breakdownRule, compactRules, goList, policyRuleOf, ruleResource } from "./policy-rules.ts";

const resourceVerbs =
  "get list watch create update patch delete deletecollection use bind impersonate * approve sign escalate attest".split(
    " ",
  );
const urlVerbs = "get put post head options delete patch *".split(" ");

/** `kubectl auth can-i`. Ends with 1 if the answer is no. */
export async function canI(invocation: Invocation): Promise<number> {
  const { flags, rest, out } = invocation;
  if (flags.bool("list")) {
    await listRules(invocation);
    return 0;
  }
  const spec = await attributesOf(invocation);
  if (flags.bool("no-headers")) throw new KubectlError("--no-headers cannot be set without --list specified");
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectAccessReview", spec };
  const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const status = objectAt(await rest.object({ method: "POST", path, body }), "status");
  const allowed = status["allowed"] === true;
  const reasons = allowed ? [] : [textAt(status, "reason"), textAt(status, "evaluationError")];
  const text = [allowed ? "yes" : "no", ...reasons.filter((reason) => reason !== "")].join(" - ");
  if (!flags.bool("quiet")) out(`${text}\n`);
  return allowed ? 0 : 1;
}

/** What is asked about, with warnings of what is not known. Throws a KubectlError for wrong arguments. */
async function attributesOf(invocation: Invocation): Promise<JsonObject> {
  const { flags, args, namespace, err } = invocation;
  const [verb = "", target = ""] = args;
  if (args.length !== 2)
    throw new KubectlError(
      "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
    );
  const everywhere = flags.bool("all-namespaces");
  const subresource = flags.text("subresource");
  const warnVerb = (known: readonly string[]): void => {
    if (!known.includes(verb)) err(`Warning: verb '${verb}' is not a known verb\n\n`);
  };
  if (target.startsWith("/")) {
    if (subresource !== "") throw new KubectlError("--subresource can not be used with NonResourceURL");
    warnVerb(urlVerbs);
    return { nonResourceAttributes: { path: target, verb } };
  }
  const slash = target.indexOf("/");
  const [type, name] = slash < 0 ? [target, ""] : [target.slice(0, slash), target.slice(slash + 1)];
  const found = type === "*" ? undefined : await findResource(invocation, type);
  if (!everywhere) {
    if (found !== undefined && !found.namespaced) {
      const group = found.group === "" ? "" : ` in group '${found.group}'`;
      err(`Warning: resource '${found.resource}' is not namespace scoped${group}\n\n`);
    }
    warnVerb(resourceVerbs);
  }
  return {
    resourceAttributes: {
      ...(!everywhere && { namespace }),
      verb,
      group: found?.group ?? "",
      resource: found?.resource ?? type,
      ...(subresource !== "" && { subresource }),
      ...(name !== "" && { name }),
    },
  };
}

async function findResource(invocation: Invocation, type: string): Promise<ServedResource | undefined> {
  const lower = type.toLowerCase();
  try {
    return await lookUp(invocation, (mapper) => mapper.find(lower));
  } catch {
    const [resource = "", ...group] = lower.split(".");
    const of = group.length === 0 ? "" : ` in group '${group.join(".")}'`;
    if (lower !== "users" && lower !== "groups")
      invocation.err(`Warning: the server doesn't have a resource type '${resource}'${of}\n\n`);
    return undefined;
  }
}

async function listRules({ flags, args, rest, out, err, namespace }: Invocation): Promise<void> {
  if (args.length > 0) throw new KubectlError("list option must be specified with no arguments");
  if (flags.bool("quiet") || flags.bool("all-namespaces") || flags.text("subresource") !== "")
    throw new KubectlError("list option can't be specified with neither quiet, all-namespaces nor subresource options");
  const body = { apiVersion: "authorization.k8s.io/v1", kind: "SelfSubjectRulesReview", spec: { namespace } };
  const path = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";
  const status = objectAt(await rest.object({ method: "POST", path, body }), "status");
  if (status["incomplete"] === true) err(`Warning: the list may be incomplete: ${textAt(status, "evaluationError")}\n`);
  const given = [...itemsAt(status, "resourceRules"), ...itemsAt(status, "nonResourceRules")].map(policyRuleOf);
  const rows = compactRules(given.flatMap(breakdownRule)).map((rule) =>
    [ruleResource(rule), goList(rule.nonResourceURLs), goList(rule.resourceNames), goList(rule.verbs)].join("\t"),
  );
  const header = flags.bool("no-headers") ? [] : ["Resources\tNon-Resource URLs\tResource Names\tVerbs"];
  out(alignTabs([...header, ...rows].map((row) => `${row}\n`).join(""), tableWidths));
}
