import type { WrittenPolicy } from "../../../client/policies.ts";
import type { RoleDocument } from "./model/policy-text.ts";
import type { PolicyBench } from "./use-policy-bench.ts";

/** What a tab of the workbench shows. */
export interface BenchTabProps {
  readonly bench: PolicyBench;
  readonly written: WrittenPolicy;
  readonly policy: RoleDocument;
}
