import type { GroupVersionKind } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { autoscalerToV1, autoscalerToV2 } from "./autoscaling/conversion.ts";
import { eventToCore, eventToEvents } from "./events/conversion.ts";
import { levelFromBeta, levelToBeta } from "./flowcontrol/earlier-version.ts";
import {
  claimFromFlat,
  claimToFlat,
  claimTemplateFromFlat,
  claimTemplateToFlat,
  sliceFromBasic,
  sliceToBasic,
} from "./resource/conversion.ts";

/** A conversion between two versions of a kind. Versions without a conversion have the same fields. */
interface Conversion {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  convert(object: KubeObject): KubeObject;
}

const current = ["resource.k8s.io/v1", "resource.k8s.io/v1beta2"];
const flat = "resource.k8s.io/v1beta1";

const conversions: readonly Conversion[] = [
  { kind: "Event", from: "v1", to: "events.k8s.io/v1", convert: eventToEvents },
  { kind: "Event", from: "events.k8s.io/v1", to: "v1", convert: eventToCore },
  { kind: "HorizontalPodAutoscaler", from: "autoscaling/v1", to: "autoscaling/v2", convert: autoscalerToV2 },
  { kind: "HorizontalPodAutoscaler", from: "autoscaling/v2", to: "autoscaling/v1", convert: autoscalerToV1 },
  {
    kind: "PriorityLevelConfiguration",
    from: "flowcontrol.apiserver.k8s.io/v1beta3",
    to: "flowcontrol.apiserver.k8s.io/v1",
    convert: levelFromBeta,
  },
  {
    kind: "PriorityLevelConfiguration",
    from: "flowcontrol.apiserver.k8s.io/v1",
    to: "flowcontrol.apiserver.k8s.io/v1beta3",
    convert: levelToBeta,
  },
  ...current.flatMap((version) => [
    { kind: "ResourceClaim", from: version, to: flat, convert: claimToFlat },
    { kind: "ResourceClaim", from: flat, to: version, convert: claimFromFlat },
    { kind: "ResourceClaimTemplate", from: version, to: flat, convert: claimTemplateToFlat },
    { kind: "ResourceClaimTemplate", from: flat, to: version, convert: claimTemplateFromFlat },
    { kind: "ResourceSlice", from: version, to: flat, convert: sliceToBasic },
    { kind: "ResourceSlice", from: flat, to: version, convert: sliceFromBasic },
  ]),
];

const apiVersion = ({ group, version }: GroupVersionKind): string => (group === "" ? version : `${group}/${version}`);

/**
 * Converts a built-in object to another version of its kind, including apiVersion; returns the same object if the
 * versions are equal.
 */
export function convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject {
  const source = apiVersion(from);
  const target = apiVersion(to);
  if (source === target) return object;
  const row = conversions.find((c) => c.kind === from.kind && c.from === source && c.to === target);
  const converted = row === undefined ? object : row.convert(object);
  return object.apiVersion === undefined ? converted : { ...converted, apiVersion: target };
}
