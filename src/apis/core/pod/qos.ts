import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Quantity } from "../../../apimachinery/quantity.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { asRecord, itemsAt } from "../../validation/fields.ts";
import { quantityOf } from "../../validation/quantities.ts";

export type QosClass = "Guaranteed" | "Burstable" | "BestEffort";

/** The sums of CPU and memory, undefined where nothing is asked for. */
interface Sums {
  cpu?: Quantity;
  memory?: Quantity;
}

const names = ["cpu", "memory"] as const;

/** Adds a list to the sums, and returns whether it has an amount of both. */
function addTo(sums: Sums, list: JsonRecord): boolean {
  let both = true;
  for (const name of names) {
    const quantity = list[name] === undefined ? undefined : quantityOf(list[name]);
    if (quantity === undefined || quantity.sign <= 0) both = false;
    else sums[name] = sums[name]?.add(quantity) ?? quantity;
  }
  return both;
}

const areEqual = (requests: Sums, limits: Sums): boolean =>
  names.every((name) => {
    const [request, limit] = [requests[name], limits[name]];
    return request === undefined ? limit === undefined : limit?.equals(request) === true;
  });

/** Returns the QoS class from CPU and memory of the pod as a whole or of its containers (qos.ComputePodQOS). */
export function computePodQos({ spec }: KubeObject): QosClass {
  const pod = asRecord(spec);
  const owners: readonly unknown[] =
    pod["resources"] === undefined ? [...itemsAt(pod, "containers"), ...itemsAt(pod, "initContainers")] : [pod];
  const [requests, limits]: readonly [Sums, Sums] = [{}, {}];
  let guaranteed = true;
  for (const owner of owners) {
    const { resources } = asRecord(owner);
    const list = asRecord(resources);
    if (list["requests"] !== undefined) addTo(requests, recordAt(list, "requests"));
    if (list["limits"] === undefined || !addTo(limits, recordAt(list, "limits"))) guaranteed = false;
  }
  if (areEmpty(requests) && areEmpty(limits)) return "BestEffort";
  return guaranteed && areEqual(requests, limits) ? "Guaranteed" : "Burstable";
}

const areEmpty = ({ cpu, memory }: Sums): boolean => cpu === undefined && memory === undefined;

/** Returns the QoS class that a pod has been given, or computes it (qos.GetPodQOS). */
export const podQos = (pod: KubeObject): string => stringAt(recordAt(pod, "status"), "qosClass") || computePodQos(pod);
