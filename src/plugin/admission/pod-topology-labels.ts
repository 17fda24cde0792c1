import type { Pod } from "../../api/core/v1.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { asPod } from "./core-objects.ts";
import type { Listers } from "./listers.ts";
import { concernsPods } from "./request-matches.ts";

const topologyLabels = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region"];

const targetOf = ({ target }: KubeObject): string =>
  isRecord(target) && target["kind"] === "Node" && typeof target["name"] === "string" ? target["name"] : "";

/** Copies the topology labels of a node to the pods that are bound to it (plugin PodTopologyLabels). */
export const createPodTopologyLabels = (nodes: Listers): PluginSteps => ({
  admit(attributes) {
    const { object } = attributes;
    if (object === undefined) return undefined;
    const pod: Pod | undefined = concernsPods(attributes) ? asPod(object) : undefined;
    const nodeName = pod === undefined ? targetOf(object) : (pod.spec?.nodeName ?? "");
    const { labels: known = {} } = (nodeName !== "" && nodes.find("nodes", "", nodeName)?.metadata) || {};
    const copied = Object.entries(known).filter(([key]) => topologyLabels.includes(key));
    if (copied.length === 0) return undefined;
    const labels = { ...object.metadata.labels, ...Object.fromEntries(copied) };
    return { ...object, metadata: { ...object.metadata, labels } };
  },
});
