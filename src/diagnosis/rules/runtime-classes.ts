import { conclude, field } from "../conclude.ts";
import { labelsAt } from "../fields.ts";
import type { Rule } from "../rule.ts";

/** RuntimeClasses whose pods no node takes, since none has their labels (Scheduling.nodeSelector). */
export const runtimeClassRules: readonly Rule[] = [
  async (cls, { reading }) => {
    const wanted = Object.entries(labelsAt(cls, "scheduling.nodeSelector"));
    const nodes = await reading.list({ group: "", resource: "nodes" });
    if (wanted.length === 0 || nodes === undefined || nodes.length === 0) return undefined;
    if (nodes.some(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value)))
      return undefined;
    const labels = wanted.map(([key, value]) => `${key}=${value}`).join(",");
    return conclude(cls, {
      situation: "runtimeclass-matches-no-node",
      state: "No nodes",
      level: "warning",
      because: `no node has the labels ${labels}, which its pods are given to, so they stay Pending`,
      evidence: [field(cls, "scheduling.nodeSelector", labels)],
    });
  },
];
