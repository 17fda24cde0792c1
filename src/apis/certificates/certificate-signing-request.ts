import type { KubeObject } from "../../apimachinery/meta.ts";
import { validatePathSegmentName } from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";
import { withMember } from "../strategies/object-strategy.ts";
import { loadKeys } from "./late-keys.ts";
import { validateCertificateSigningRequest } from "./certificate-signing-request-validation.ts";

/**
 * Strategy of CertificateSigningRequests: the user info is taken from the request, and only subresources change the
 * object.
 */
export const certificateStrategy = {
  validateName: validatePathSegmentName,
  validatesMetadata: true,
  loading: loadKeys,
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
  validate: (csr) => validateCertificateSigningRequest(csr, "create"),
  prepareForUpdate: (csr, old) => withMember(withMember(csr, "spec", old["spec"]), "status", old["status"]),
  validateUpdate: (csr, old) => validateCertificateSigningRequest(csr, "update", old),
  resetFields: ["spec", "status"],
} satisfies Strategy;

const conditionsOf = (csr: KubeObject): readonly JsonRecord[] => recordsAt(recordAt(csr, "status"), "conditions");

function withConditions(status: JsonRecord, conditions: readonly JsonRecord[]): JsonRecord {
  const { conditions: _, ...rest } = status;
  return conditions.length === 0 ? rest : { ...rest, conditions };
}

const isTime = (value: unknown): boolean => typeof value === "string" && value !== "";

/**
 * Fills in the times of conditions; one that was there with the same status keeps the time of its transition
 * (populateConditionTimestamps).
 */
function timed(conditions: readonly JsonRecord[], old: readonly JsonRecord[], now: string): readonly JsonRecord[] {
  const nameOf = ({ type, status }: JsonRecord): string => JSON.stringify([type, status]);
  const stored = old.filter(({ lastTransitionTime }) => isTime(lastTransitionTime));
  // Of two with one name, the first one counts.
  const before = new Map(stored.toReversed().map((condition) => [nameOf(condition), condition]));
  return conditions.map((condition) => {
    if (isTime(condition["lastUpdateTime"]) && isTime(condition["lastTransitionTime"])) return condition;
    const same = before.get(nameOf(condition));
    return {
      ...condition,
      ...(!isTime(condition["lastUpdateTime"]) && { lastUpdateTime: now }),
      ...(!isTime(condition["lastTransitionTime"]) && { lastTransitionTime: same?.["lastTransitionTime"] ?? now }),
    };
  });
}

/**
 * Keeps the conditions of a type as they are stored, if there are as many; otherwise validation refuses the change
 * (preserveConditionInstances).
 */
function preserved(conditions: readonly JsonRecord[], old: readonly JsonRecord[], type: string): readonly JsonRecord[] {
  const stored = old.filter((condition) => condition["type"] === type);
  if (conditions.filter((condition) => condition["type"] === type).length !== stored.length) return conditions;
  let next = 0;
  return conditions.map((condition) => (condition["type"] === type ? (stored[next++] ?? condition) : condition));
}

/** Strategy of `/status`: changes the status except approval conditions. */
export const certificateStatusStrategy = {
  resetFields: ["spec", "status.conditions"],
  prepareForUpdate(csr, old, { now }) {
    const stored = conditionsOf(old);
    const conditions = preserved(preserved(conditionsOf(csr), stored, "Approved"), stored, "Denied");
    return {
      ...withMember(csr, "spec", old["spec"]),
      status: withConditions(recordAt(csr, "status"), timed(conditions, stored, now)),
    };
  },
  validateUpdate: (csr, old) => validateCertificateSigningRequest(csr, "status", old),
} satisfies UpdateStrategy;

/** Strategy of `/approval`: changes only conditions. */
export const approvalStrategy = {
  resetFields: ["spec", "status.certificate"],
  prepareForUpdate: (csr, old, { now }) => ({
    ...withMember(csr, "spec", old["spec"]),
    status: withConditions(recordAt(old, "status"), timed(conditionsOf(csr), conditionsOf(old), now)),
  }),
  validateUpdate: (csr, old) => validateCertificateSigningRequest(csr, "approval", old),
} satisfies UpdateStrategy;
