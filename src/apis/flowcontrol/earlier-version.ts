import type { KubeObject } from "../../apimachinery/meta.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { recordAt } from "../record.ts";

/**
 * Annotation that distinguishes zero concurrency shares from unset ones in v1beta3
 * (PriorityLevelPreserveZeroConcurrencySharesKey).
 */
export const keepsZero = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

const hasAnnotation = ({ metadata }: KubeObject): boolean => metadata.annotations?.[keepsZero] !== undefined;

const hasZeroShares = (object: KubeObject): boolean => {
  const { limited } = recordAt(object, "spec");
  return isRecord(limited) && (limited["nominalConcurrencyShares"] ?? 0) === 0;
};

function withShares(object: KubeObject, nominalConcurrencyShares: number): KubeObject {
  const spec = recordAt(object, "spec");
  return { ...object, spec: { ...spec, limited: { ...recordAt(spec, "limited"), nominalConcurrencyShares } } };
}

/** Applies the defaults of v1beta3 before those of v1 (flowcontrol/v1beta3 SetDefaults_PriorityLevelConfiguration). */
export const zeroSharesDefault = (object: KubeObject): KubeObject =>
  hasZeroShares(object) ? withShares(object, hasAnnotation(object) ? 0 : 30) : object;

/** flowcontrol.apiserver.k8s.io/v1beta3 → v1. */
export function levelFromBeta(object: KubeObject): KubeObject {
  if (!hasAnnotation(object)) return object;
  const { [keepsZero]: _, ...annotations } = object.metadata.annotations ?? {};
  const { annotations: __, ...metadata } = object.metadata;
  return { ...object, metadata: Object.keys(annotations).length === 0 ? metadata : { ...metadata, annotations } };
}

/** v1 → v1beta3. */
export const levelToBeta = (object: KubeObject): KubeObject =>
  hasZeroShares(object)
    ? { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [keepsZero]: "" } } }
    : object;
