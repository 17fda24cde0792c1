import type { PersistentVolumeClaim } from "../../api/core/v1.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import { persistentVolumeClaimClass } from "../../component-helpers/storage/persistent-volume-claim.ts";
import type { Evaluator } from "../evaluator.ts";
import { one } from "../resources.ts";
import { matchesScopeSelector } from "./scope-selector.ts";

const countName = "count/persistentvolumeclaims";
const claims = "persistentvolumeclaims";
const storage = "requests.storage";
const classSuffix = ".storageclass.storage.k8s.io/";

const asClaim = (object: KubeObject): PersistentVolumeClaim => object as PersistentVolumeClaim; // decoded by the schema

const allocated = ({ status }: PersistentVolumeClaim): string | undefined => status?.allocatedResources?.["storage"];

/** Returns the requested storage in whole bytes; what is allocated counts until a failed expansion is undone. */
function storageOf(claim: PersistentVolumeClaim, recoversExpansion: boolean): Quantity | undefined {
  const text = claim.spec?.resources?.requests?.["storage"];
  if (text === undefined) return undefined;
  const request = parseQuantity(text).roundUp(0).quantity;
  const given = recoversExpansion ? allocated(claim) : undefined;
  if (given === undefined) return request;
  const quantity = parseQuantity(given);
  return quantity.compare(request) > 0 ? quantity.roundUp(0).quantity : request;
}

const attributesClasses = ({ spec, status }: PersistentVolumeClaim): readonly string[] => [
  ...new Set(
    [
      spec?.volumeAttributesClassName ?? "",
      status?.currentVolumeAttributesClassName ?? "",
      status?.modifyVolumeStatus?.targetVolumeAttributesClassName ?? "",
    ].filter((name) => name !== ""),
  ),
];

export interface ClaimEvaluatorOptions {
  readonly volumeAttributesClass: boolean;
  readonly recoverVolumeExpansionFailure: boolean;
}

/** Counts claims and their storage, also by class (evaluator/core NewPersistentVolumeClaimEvaluator). */
export function createPersistentVolumeClaimEvaluator(options: ClaimEvaluatorOptions): Evaluator {
  const { volumeAttributesClass, recoverVolumeExpansionFailure } = options;
  const replenishes = (before: KubeObject, after: KubeObject): boolean => {
    const [old, claim] = [asClaim(before), asClaim(after)];
    return (
      (recoverVolumeExpansionFailure && allocated(old) !== allocated(claim)) ||
      (volumeAttributesClass && attributesClasses(old).toSorted().join() !== attributesClasses(claim).toSorted().join())
    );
  };
  return {
    resource: { group: "", resource: claims },
    handles({ operation, subresource, object, oldObject }) {
      if (subresource === "") return operation === "CREATE" || operation === "UPDATE";
      return (
        subresource === "status" && object !== undefined && oldObject !== undefined && replenishes(oldObject, object)
      );
    },
    constraints: () => undefined,
    matchingResources: (names) =>
      names.filter(
        (name) =>
          name === countName ||
          name === claims ||
          name === storage ||
          name.endsWith(classSuffix + claims) ||
          name.endsWith(classSuffix + storage),
      ),
    matchesScope: (selector, object) =>
      volumeAttributesClass &&
      selector.scopeName === "VolumeAttributesClass" &&
      matchesScopeSelector(selector, attributesClasses(asClaim(object))),
    usage(object) {
      const claim = asClaim(object);
      const usage = new Map([
        [claims, one],
        [countName, one],
      ]);
      const name = persistentVolumeClaimClass(claim);
      if (name !== "") usage.set(name + classSuffix + claims, one);
      const size = storageOf(claim, recoverVolumeExpansionFailure);
      if (size !== undefined) usage.set(storage, size);
      if (size !== undefined && name !== "") usage.set(name + classSuffix + storage, size);
      return usage;
    },
    replenishes,
  };
}
