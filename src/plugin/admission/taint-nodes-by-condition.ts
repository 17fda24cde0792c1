import type { KubeObject } from "../../apimachinery/meta.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";

/** The fields of core/v1 Taint that tell one from another. */
interface Taint {
  readonly key: string;
  readonly effect: string;
}

const notReady: Taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };

/** Taints new nodes as not ready, so that no pod is scheduled there before its conditions are known. */
export const createTaintNodesByCondition = (): PluginSteps => ({
  admit({ object }) {
    if (object === undefined) return undefined;
    const { spec = {} } = object as KubeObject & { spec?: { taints?: readonly Taint[] } }; // decoded by its schema
    const { taints = [] } = isRecord(spec) ? spec : {};
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return undefined;
    return { ...object, spec: { ...spec, taints: [...taints, notReady] } };
  },
});
