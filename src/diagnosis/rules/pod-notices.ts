import { humanDuration } from "../../apimachinery/human-duration.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseTime } from "../../apimachinery/time.ts";
import type { Taint } from "../../api/core/scheduling.ts";
import { toleratesTaint } from "../../component-helpers/taints.ts";
import { conclude, field, missing } from "../conclude.ts";
import type { Evidence } from "../diagnosis.ts";
import { itemsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Reading } from "../reading.ts";
import type { Rule } from "../rule.ts";
import { taintsOf, tolerationsOf } from "../views.ts";
import { taintText } from "./node-reasons.ts";

// Running pods about which something is to be known that their own state does not show.

/** A pod whose service account was deleted: its token is no longer accepted. */
export const podAccount: Rule = async (pod, { reading }) => {
  const name = textAt(pod, "spec.serviceAccountName");
  const mountsToken = itemsAt(pod, "spec.volumes").some((volume) =>
    itemsAt(volume, "projected.sources").some((source) => source["serviceAccountToken"] !== undefined),
  );
  const id = objectId("", "ServiceAccount", pod.metadata.namespace ?? "", name);
  if (!mountsToken || textAt(pod, "status.phase") !== "Running" || !(await reading.isMissing(id))) return undefined;
  return conclude(pod, {
    situation: "pod-account-missing",
    state: "Running",
    level: "warning",
    because: `its ServiceAccount ${name} does not exist any more, so the server refuses its token`,
    evidence: [field(pod, "spec.serviceAccountName"), missing(id)],
  });
};

/** The seconds for which a pod tolerates a taint, by the shortest of its tolerations; undefined if always or never. */
function toleratedSeconds(pod: KubeObject, taint: Taint): number | undefined {
  const matching = tolerationsOf(pod).filter((toleration) => toleratesTaint(toleration, taint));
  const seconds = matching.map(({ tolerationSeconds }) => tolerationSeconds).filter((one) => one !== undefined);
  return seconds.length === 0 ? undefined : Math.max(0, Math.min(...seconds.map(Number)));
}

/** When a pod is evicted for a taint of its node that it tolerates for a time. */
export interface ComingEviction {
  readonly taint: string;
  readonly seconds: number;
  /** `in 4m`; undefined where the taint does not tell since when it is there. */
  readonly due: string | undefined;
  readonly evidence: readonly Evidence[];
}

/** The taint with NoExecute for which a pod is evicted first, if it tolerates it for a time only. */
export async function comingEviction(pod: KubeObject, reading: Reading): Promise<ComingEviction | undefined> {
  const node = await reading.get(objectId("", "Node", "", textAt(pod, "spec.nodeName")));
  if (node === undefined) return undefined;
  const evictions = taintsOf(node).flatMap((taint) => {
    const seconds = taint.effect === "NoExecute" ? toleratedSeconds(pod, taint) : undefined;
    if (seconds === undefined) return [];
    const { timeAdded } = taint;
    const left = seconds * 1000 + (timeAdded === undefined ? 0 : parseTime(timeAdded) - reading.now());
    return [{ taint, seconds, left }];
  });
  const [first] = evictions.toSorted((a, b) => a.left - b.left);
  if (first === undefined) return undefined;
  const { taint, seconds, left } = first;
  const text = taintText(taint);
  return {
    taint: text,
    seconds,
    due: taint.timeAdded === undefined ? undefined : `in ${humanDuration(Math.max(0, left))}`,
    evidence: [field(node, "spec.taints", text), field(pod, "spec.tolerations", `${taint.key} for ${seconds} s`)],
  };
}

/** A pod that runs on a node with a taint that it tolerates for a time only. */
export const podEvictionToCome: Rule = async (pod, { reading }) => {
  if (textAt(pod, "status.phase") !== "Running") return undefined;
  const coming = await comingEviction(pod, reading);
  if (coming === undefined) return undefined;
  const { taint, seconds, due } = coming;
  return conclude(pod, {
    situation: "pod-evicted-soon",
    state: "Running",
    level: "warning",
    because: `its node ${textAt(pod, "spec.nodeName")} has the taint ${taint}, which it tolerates for ${seconds} s${due === undefined ? " before it is evicted" : `: it is evicted ${due}`}`,
    evidence: coming.evidence,
  });
};
