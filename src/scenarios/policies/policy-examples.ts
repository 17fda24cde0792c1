import { defaultLabels } from "./default-labels.ts";
import { imageRegistries } from "./image-registries.ts";
import { noLatest } from "./no-latest.ts";
import type { PolicyExample } from "./policy-example.ts";
import { replicaLimit } from "./replica-limit.ts";
import { requiredLabels } from "./required-labels.ts";
import { sidecar } from "./sidecar.ts";
import { webhookFunction } from "./webhook-function.ts";

/** The policies that people write first, the simplest one first. */
export const policyExamples: readonly PolicyExample[] = [
  requiredLabels,
  imageRegistries,
  replicaLimit,
  noLatest,
  sidecar,
  defaultLabels,
  webhookFunction,
];
