import type { Toleration } from "../../api/core/v1.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { asPod } from "./core-objects.ts";

/** How long pods stay on nodes that are not ready, or unreachable, where they do not say so themselves. */
export interface DefaultTolerationSecondsOptions {
  readonly notReadySeconds?: number;
  readonly unreachableSeconds?: number;
}

const defaultSeconds = 300;

const tolerates = (tolerations: readonly Toleration[], taint: string): boolean =>
  tolerations.some(
    ({ key = "", effect = "" }) => (key === taint || key === "") && (effect === "NoExecute" || effect === ""),
  );

const toleration = (key: string, tolerationSeconds: number): Toleration => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds,
});

/** Lets pods tolerate taints of nodes for five minutes (plugin DefaultTolerationSeconds). */
export function createDefaultTolerationSeconds({
  notReadySeconds = defaultSeconds,
  unreachableSeconds = defaultSeconds,
}: DefaultTolerationSecondsOptions = {}): PluginSteps {
  const added = [
    toleration("node.kubernetes.io/not-ready", notReadySeconds),
    toleration("node.kubernetes.io/unreachable", unreachableSeconds),
  ];
  return {
    admit({ object }) {
      const pod = asPod(object);
      if (pod === undefined) return undefined;
      const { tolerations = [] } = pod.spec ?? {};
      const missing = added.filter(({ key = "" }) => !tolerates(tolerations, key));
      if (missing.length === 0) return undefined;
      return { ...pod, spec: { ...pod.spec, tolerations: [...tolerations, ...missing] } };
    },
  };
}
