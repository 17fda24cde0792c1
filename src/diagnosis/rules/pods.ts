import type { Rule } from "../rule.ts";
import { podConfiguration, podSandbox, podVolumes } from "./pod-configuration.ts";
import { podCrashes, podDebugContainers, podPartlyEnded } from "./pod-crashes.ts";
import { podAwaitedService } from "./pod-awaited-service.ts";
import { podImages } from "./pod-images.ts";
import { podDisruption, podEnd, podNodeLost, podProgress } from "./pod-life.ts";
import { podReadinessGates, podResize, podTermination } from "./pod-life.ts";
import { podAccount, podEvictionToCome } from "./pod-notices.ts";
import { podLiveness, podProbes } from "./pod-probes.ts";
import { podScheduling } from "./pod-scheduling.ts";

/** The rules of pods: what ended them, what ends them, then what they wait for in the order of their start. */
export const podRules: readonly Rule[] = [
  podTermination,
  podDisruption,
  podEnd,
  podScheduling,
  podNodeLost,
  podImages,
  podConfiguration,
  podVolumes,
  podSandbox,
  podCrashes,
  podProbes,
  podPartlyEnded,
  podDebugContainers,
  podReadinessGates,
  podLiveness,
  podAwaitedService,
  podResize,
  podAccount,
  podEvictionToCome,
  podProgress,
];
