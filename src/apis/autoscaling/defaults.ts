import type { Defaults, Fill } from "../defaulting.ts";

const cpuAt80 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

const scaleUp: Defaults = {
  set: {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  },
};
const scaleDown: Defaults = {
  set: { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
};

/** Without a metric the target is 80 % of the cpu. */
const metrics: Fill = (spec) =>
  Array.isArray(spec["metrics"]) && spec["metrics"].length > 0 ? spec : { ...spec, metrics: [cpuAt80] };

/** autoscaling/v2 SetDefaults_HorizontalPodAutoscaler. */
export const autoscalerV2Defaults: Defaults = {
  inside: {
    spec: {
      set: { minReplicas: 1 },
      inside: { behavior: { inside: { scaleUp, scaleDown }, make: ["scaleUp", "scaleDown"] } },
      rules: [metrics],
    },
  },
  make: ["spec"],
};

/** autoscaling/v1 SetDefaults_HorizontalPodAutoscaler. */
export const autoscalerV1Defaults: Defaults = { inside: { spec: { set: { minReplicas: 1 } } }, make: ["spec"] };
