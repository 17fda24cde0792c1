import { messageOf } from "../../apimachinery/message-of.ts";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { checkTypes } from "../../apiserver/admission/policy/type-checking.ts";
import { gvkOf } from "../../apiserver/registry/resource-definition.ts";
import { loadRegexEngine } from "../../apiserver/schema/cel/load-regex-engine.ts";
import type { PolicyCalls, PolicyRequest, PolicyVerdict, WrittenPolicy } from "../../client/policies.ts";
import { knownKinds } from "../policy-status.ts";
import type { PolicyCallsOptions } from "./policy-calls-options.ts";
import { PolicyHitSearch } from "./policy-hits.ts";
import { failedVerdict, type PolicyJudge } from "./policy-judge.ts";
import { readRequest, type FindScope, type HypotheticalRequest } from "./hypothetical-request.ts";
import { decodePolicy, judgeOf, type WrittenPolicyServices } from "./written-policy.ts";

/** Implements the Inspector's calls about policies with the code of admission. */
export function createPolicyCalls(options: PolicyCallsOptions): PolicyCalls {
  const findScope: FindScope = async (kind) => {
    const builtin = options.installed.all().find(({ resource }) => isSame(gvkOf(resource), kind));
    return builtin === undefined ? options.findCustom(kind) : (await builtin.open()).scope;
  };
  const search = new PolicyHitSearch(options, findScope);
  return {
    async policyVerdicts(policies, requests) {
      const judges = await Promise.all(policies.map((written) => prepare(written, options)));
      const rows: (readonly PolicyVerdict[])[] = [];
      for (const request of requests) rows.push(await verdictsOn(request, judges, findScope));
      return rows;
    },
    async policyTypes(policy) {
      await loadRegexEngine();
      const decoded = await decodePolicy(policy, options);
      return decoded.kind === "ValidatingAdmissionPolicy" ? checkTypes(decoded, knownKinds(options)) : [];
    },
    policyHits: (written, over, from) => search.search(written, over, from),
  };
}

/** Prepares a policy; returns the reason in words if it cannot be evaluated. */
async function prepare(written: WrittenPolicy, services: WrittenPolicyServices): Promise<PolicyJudge | string> {
  try {
    return await judgeOf(written, services);
  } catch (error) {
    return messageOf(error);
  }
}

async function verdictsOn(
  request: PolicyRequest,
  judges: readonly (PolicyJudge | string)[],
  findScope: FindScope,
): Promise<readonly PolicyVerdict[]> {
  let hypothetical: HypotheticalRequest;
  try {
    hypothetical = await readRequest(request, findScope);
  } catch (error) {
    return judges.map(() => failedVerdict(messageOf(error)));
  }
  return Promise.all(
    judges.map((judge) => (typeof judge === "string" ? failedVerdict(judge) : judge.judge(hypothetical))),
  );
}

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind;
