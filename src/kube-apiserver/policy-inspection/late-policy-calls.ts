import { policyCallsThrough, type PolicyCalls } from "../../client/policies.ts";
import type { PolicyCallsOptions } from "./policy-calls-options.ts";

/** The Inspector's calls about policies; their code is loaded on first use. */
export function createLatePolicyCalls(options: PolicyCallsOptions): PolicyCalls {
  let calls: Promise<PolicyCalls> | undefined;
  const load = async (): Promise<PolicyCalls> => (await import("./policy-calls.ts")).createPolicyCalls(options);
  return policyCallsThrough(async (call) => call(await (calls ??= load())));
}
