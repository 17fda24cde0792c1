import type { MetricSpec } from "../../../api/autoscaling/v2.ts";
import { podMetrics, podOf } from "./autoscaler-situation.ts";

/** Metrics of autoscalers, and answers of the metrics APIs about them. */
export const cpuAt = (averageUtilization: number): MetricSpec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});
export const cpuOf = (averageValue: string): MetricSpec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "AverageValue", averageValue } },
});
export const containerCpu = (container: string): MetricSpec => ({
  type: "ContainerResource",
  containerResource: { name: "cpu", container, target: { type: "Utilization", averageUtilization: 50 } },
});
export const podsMetric: MetricSpec = {
  type: "Pods",
  pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "10" } },
};
export const service = { apiVersion: "v1", kind: "Service", name: "web" };
export const objectMetric = (target: object, describedObject: object = service): MetricSpec =>
  ({ type: "Object", object: { metric: { name: "hits" }, describedObject, target } }) as MetricSpec;
export const externalMetric = (target: object, selector?: object): MetricSpec =>
  ({ type: "External", external: { metric: { name: "queue", ...(selector && { selector }) }, target } }) as MetricSpec;

export const value = { type: "Value", value: "20" };
export const average = { type: "AverageValue", averageValue: "10" };

export const two = [podOf("a"), podOf("b")];
export const cpu = (...usages: readonly string[]) =>
  podMetrics(Object.fromEntries(usages.map((usage, i) => ["abcdefgh".charAt(i), { cpu: usage }])));
export const custom = "/apis/custom.metrics.k8s.io/v1beta2/namespaces/default";
export const hits = (text: string) => ({ [`${custom}/services/web/hits`]: { items: [{ value: text }] } });
export const rps = (...values: readonly string[]) => ({
  [`${custom}/pods/*/rps`]: {
    items: values.map((text, i) => ({ describedObject: { name: "abcdefgh".charAt(i) }, value: text })),
  },
});
export const queue = (...values: readonly string[]) => ({
  "/apis/external.metrics.k8s.io/v1beta1/namespaces/default/queue": { items: values.map((text) => ({ value: text })) },
});
export const forbidden = JSON.stringify({
  kind: "Status",
  status: "Failure",
  code: 403,
  reason: "Forbidden",
  message: "no",
});
export const policy = (type: string, amount: number, periodSeconds = 60) => ({ type, value: amount, periodSeconds });
