import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import { itemsAt, textAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";
import { listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";

/** The device classes that a claim asks for, with the paths of its requests. */
const classesOf = (claim: KubeObject) =>
  itemsAt(claim, "spec.devices.requests").flatMap((request, i) => {
    const at = `spec.devices.requests[${i}]`;
    const exact = textAt(request, "exactly.deviceClassName");
    const others = itemsAt(request, "firstAvailable").map((one, j) => ({
      path: `${at}.firstAvailable[${j}].deviceClassName`,
      name: textAt(one, "deviceClassName"),
    }));
    return exact === "" ? others : [{ path: `${at}.exactly.deviceClassName`, name: exact }];
  });

/** The rules of ResourceClaims: whether devices are allocated, and what keeps them from being. */
export const deviceClaimRules: readonly Rule[] = [
  async (claim, { reading }) => {
    const users = itemsAt(claim, "status.reservedFor").map((one) => textAt(one, "name"));
    if (valueAt(claim, "status.allocation") !== undefined)
      return conclude(claim, {
        situation: "device-claim-allocated",
        state: "Allocated",
        level: "ok",
        because: users.length === 0 ? "no pod uses its devices" : `its devices are reserved for ${listed(users)}`,
        evidence: [field(claim, "status.allocation", ""), field(claim, "status.reservedFor", users.join(", "))],
      });
    for (const { path, name } of classesOf(claim)) {
      const id = objectId("resource.k8s.io", "DeviceClass", "", name);
      if (!(await reading.isMissing(id))) continue;
      return conclude(claim, {
        situation: "device-claim-class-missing",
        state: "Pending",
        level: "error",
        because: `its DeviceClass ${name} does not exist${(await elsewhere(id, reading)).text}`,
        evidence: [field(claim, path, name), missing(id)],
      });
    }
    const slices = await reading.list({ group: "resource.k8s.io", resource: "resourceslices" });
    const isNone = slices?.length === 0;
    return conclude(claim, {
      situation: isNone ? "device-claim-without-devices" : "device-claim-waits",
      state: "Pending",
      level: isNone ? "error" : "progressing",
      because: isNone
        ? "no driver offers devices: there are no ResourceSlices"
        : "its devices are allocated when a pod that uses it is scheduled",
      evidence: [field(claim, "status.allocation", ""), ...(slices ?? []).slice(0, 3).map(there)],
    });
  },
];
