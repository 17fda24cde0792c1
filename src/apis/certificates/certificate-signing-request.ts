import type { KubeObject } from "../../apimachinery/meta.ts";
import { validatePathSegmentName } from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { recordAt } from "../record.ts";
import { withMember } from "../strategies/object-strategy.ts";

/**
 * Strategy of CertificateSigningRequests: the user info is taken from the request, and only subresources change the
 * object.
 */
export const certificateStrategy = {
  validateName: validatePathSegmentName,
  validatesMetadata: true,
  prepareForCreate(csr, { user }) {
    const { username: _, uid: __, groups: ___, extra: ____, ...spec } = recordAt(csr, "spec");
    const identity = {
      username: user.name,
      ...(user.uid !== "" && { uid: user.uid }),
      ...(user.groups.length > 0 && { groups: user.groups }),
      ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
    };
    return { ...csr, spec: { ...spec, ...identity }, status: {} };
  },
  prepareForUpdate: (csr, old) => withMember(withMember(csr, "spec", old["spec"]), "status", old["status"]),
  resetFields: ["spec", "status"],
} satisfies Strategy;

const withConditions = (
  status: Readonly<Record<string, unknown>>,
  from: KubeObject,
): Readonly<Record<string, unknown>> => {
  const { conditions: _, ...rest } = status;
  const { conditions } = recordAt(from, "status");
  return conditions === undefined ? rest : { ...rest, conditions };
};

/** Strategy of `/status`: changes the status except approval conditions. */
export const certificateStatusStrategy = {
  resetFields: ["spec"],
  prepareForUpdate(csr, old) {
    const approval = (object: KubeObject) => {
      const { conditions } = recordAt(object, "status");
      return Array.isArray(conditions) ? conditions.filter((c) => isApproval(c)) : [];
    };
    const { conditions } = recordAt(csr, "status");
    const others = Array.isArray(conditions) ? conditions.filter((c) => !isApproval(c)) : [];
    const merged = [...approval(old), ...others];
    const { conditions: _, ...status } = recordAt(csr, "status");
    return {
      ...withMember(csr, "spec", old["spec"]),
      status: merged.length === 0 ? status : { ...status, conditions: merged },
    };
  },
} satisfies UpdateStrategy;

const isApproval = (condition: unknown): boolean =>
  typeof condition === "object" &&
  condition !== null &&
  "type" in condition &&
  (condition.type === "Approved" || condition.type === "Denied");

/** Strategy of `/approval`: changes only conditions. */
export const approvalStrategy = {
  resetFields: ["spec", "status.certificate"],
  prepareForUpdate: (csr, old) => ({
    ...withMember(csr, "spec", old["spec"]),
    status: withConditions(recordAt(old, "status"), csr),
  }),
} satisfies UpdateStrategy;
