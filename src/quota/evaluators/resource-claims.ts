import type { KubeObject } from "../../apimachinery/meta.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { addResourceLists, maxResourceLists, noResources } from "../../component-helpers/resource/resource-list.ts";
import type { ResourceList } from "../../component-helpers/resource/resource-list.ts";
import { objectCountName, plainEvaluator, type Evaluator } from "../evaluator.ts";
import { one } from "../resources.ts";

/** The greatest number of devices of one allocation (resource/v1 AllocationResultsMaxSize). */
const allocationResultsMaxSize = 32;
const classSuffix = ".deviceclass.resource.k8s.io/devices";

/** The fields of a request for devices, or of one of its alternatives. */
interface DeviceRequest {
  readonly deviceClassName: string;
  readonly allocationMode?: string;
  readonly count?: number;
}

/** The fields of resource/v1 ResourceClaim that are counted. */
interface ResourceClaim extends KubeObject {
  readonly spec?: {
    readonly devices?: {
      readonly requests?: readonly {
        readonly exactly?: DeviceRequest;
        readonly firstAvailable?: readonly DeviceRequest[];
      }[];
    };
  };
}

const resource = { group: "resource.k8s.io", resource: "resourceclaims" };
const countName = objectCountName(resource);

function devices({ deviceClassName, allocationMode, count = 0 }: DeviceRequest): ResourceList {
  const number = allocationMode === "ExactCount" ? count : allocationMode === "All" ? allocationResultsMaxSize : 0;
  return new Map([[deviceClassName + classSuffix, parseQuantity(String(number))]]);
}

/** Counts claims, and devices by class: of alternatives the greatest (evaluator/core NewResourceClaimEvaluator). */
export const createResourceClaimEvaluator = (): Evaluator => ({
  ...plainEvaluator,
  resource,
  handles: ({ operation, subresource }) => subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
  matchingResources: (names) => names.filter((name) => name === countName || name.endsWith(classSuffix)),
  usage(object) {
    const claim: ResourceClaim = object; // decoded by the schema
    return (claim.spec?.devices?.requests ?? [])
      .map(({ exactly, firstAvailable = [] }) =>
        firstAvailable.length > 0 || exactly === undefined
          ? firstAvailable.map(devices).reduce(maxResourceLists, noResources)
          : devices(exactly),
      )
      .reduce<ResourceList>(addResourceLists, new Map([[countName, one]]));
  },
});
