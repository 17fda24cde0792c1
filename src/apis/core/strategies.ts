import type { KubeObject } from "../../apimachinery/meta.ts";
import { nameIsDns1035Label } from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, recordsAt } from "../record.ts";
import { objectStrategy, withMember } from "../strategies/object-strategy.ts";
import { validateService } from "./service-validation.ts";

/** Strategy of nodes: a node may be created with a status; later changes go through `/status`. */
export const nodeStrategy: Strategy = {
  validatesMetadata: true,
  resetFields: ["status"],
  prepareForUpdate: (node, old) => withMember(node, "status", old["status"]),
};

export const persistentVolumeClaimStrategy: Strategy = objectStrategy({
  status: { phase: "Pending" },
  validatesMetadata: true,
});

const volume = objectStrategy({ status: {}, validatesMetadata: true });

/** Strategy of PersistentVolumes: phase Pending on create, with the time of the phase transition. */
export const persistentVolumeStrategy: Strategy = {
  ...volume,
  prepareForCreate: (object, { now }) => ({ ...object, status: { phase: "Pending", lastPhaseTransitionTime: now } }),
};

/**
 * Strategy of `/status` of PersistentVolumes: sets the transition time when the phase changes, unless the client does.
 */
export const persistentVolumeStatusStrategy: UpdateStrategy = {
  resetFields: ["spec"],
  prepareForUpdate(object, old, { now }) {
    const kept = withMember(object, "spec", old["spec"]);
    const status = recordAt(kept, "status");
    const before = recordAt(old, "status");
    const timed =
      status["phase"] === before["phase"] ||
      (status["lastPhaseTransitionTime"] ?? "") !== (before["lastPhaseTransitionTime"] ?? "");
    return timed ? kept : { ...kept, status: { ...status, lastPhaseTransitionTime: now } };
  },
};

export const podTemplateStrategy: Strategy = objectStrategy({ generation: ["template"], validatesMetadata: true });

export const replicationControllerStrategy: Strategy = objectStrategy({
  status: { replicas: 0 },
  generation: ["spec"],
  validatesMetadata: true,
  defaultGarbageCollectionPolicy: "OrphanDependents",
});

export const resourceQuotaStrategy: Strategy = objectStrategy({ status: {}, validatesMetadata: true });

export const serviceStrategy: Strategy = objectStrategy({
  status: { loadBalancer: {} },
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  validateName: nameIsDns1035Label,
  validate: validateService,
  validateUpdate: validateService,
});

/** Reduces secret references to their names (registry/core/serviceaccount cleanSecretReferences). */
function cleanSecrets(account: KubeObject): KubeObject {
  const secrets = recordsAt(account, "secrets");
  if (secrets.every((s) => Object.keys(s).length === 1 && "name" in s)) return account;
  return { ...account, secrets: secrets.map(({ name }) => (name === undefined ? {} : { name })) };
}

/** Strategy of ServiceAccounts: a PUT requires a resourceVersion. */
export const serviceAccountStrategy: Strategy = {
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
  prepareForCreate: cleanSecrets,
  prepareForUpdate: cleanSecrets,
};

/** Strategy of Endpoints and LimitRanges, which a PUT may create. */
export const putCreatesStrategy: Strategy = { validatesMetadata: true, allowCreateOnUpdate: true };
