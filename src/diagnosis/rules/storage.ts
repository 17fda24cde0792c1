import {
  persistentVolumeClaimClass,
  persistentVolumeClaimHasClass,
} from "../../component-helpers/storage/persistent-volume-claim.ts";
import { podClaimNames } from "../../component-helpers/storage/pod-claims.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { byCondition, byEvent, conclude, field, missing, there } from "../conclude.ts";
import { conditionWith } from "../conditions.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { itemsAt, membersAt, textAt, textsAt } from "../fields.ts";
import { isGrowing } from "../claim-size.ts";
import { objectId } from "../object-id.ts";
import type { Reading } from "../reading.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { isKindServed } from "../served-kind.ts";
import { isFinished } from "../views.ts";
import { firstLine, listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";
import { termsText } from "./node-reasons.ts";

/** The pods that use a claim. */
async function usersOf(claim: KubeObject, { reading }: RuleContext): Promise<readonly KubeObject[]> {
  const pods = await reading.all({ group: "", resource: "pods", namespace: claim.metadata.namespace });
  return pods.filter((pod) => !isFinished(pod) && podClaimNames(pod).includes(claim.metadata.name ?? ""));
}

/** A claim that is deleted while pods use it. */
export const claimDeletion: Rule = async (claim, context) => {
  const { deletionTimestamp, finalizers = [] } = claim.metadata;
  if (deletionTimestamp === undefined || !finalizers.includes("kubernetes.io/pvc-protection")) return undefined;
  const users = await usersOf(claim, context);
  if (users.length === 0) return undefined;
  return conclude(claim, {
    situation: "claim-deletion-waits-for-pods",
    state: "Terminating",
    level: "warning",
    because: `it is kept until the pods that use it are gone: ${listed(users.map(({ metadata }) => metadata.name ?? ""))}`,
    evidence: [field(claim, "metadata.finalizers", finalizers.join(", ")), ...users.map(there)],
  });
};

/** The persistent volume that a claim names, where it cannot have it. */
const namedVolume: Rule = async (claim, { reading }) => {
  const name = textAt(claim, "spec.volumeName");
  if (name === "" || textAt(claim, "status.phase") === "Bound") return undefined;
  const id = objectId("", "PersistentVolume", "", name);
  const about = { state: "Pending", level: "error" } as const;
  const path = field(claim, "spec.volumeName");
  if (await reading.isMissing(id))
    return conclude(claim, {
      ...about,
      situation: "claim-volume-missing",
      because: `it asks for the PersistentVolume ${name}, which does not exist`,
      evidence: [path, missing(id)],
    });
  const volume = await reading.get(id);
  const reason = volume && misfit(volume, claim);
  if (volume === undefined || reason === undefined) return undefined;
  return conclude(claim, {
    ...about,
    situation: "claim-volume-unfit",
    because: `it asks for the PersistentVolume ${name}, but it ${reason.slice(name.length + 1)}`,
    evidence: [path, there(volume)],
  });
};

/** Why a volume does not satisfy a claim; undefined if it does. */
function misfit(volume: KubeObject, claim: KubeObject): string | undefined {
  const name = volume.metadata.name ?? "";
  const wanted = textAt(claim, "spec.resources.requests.storage") || "0";
  const has = textAt(volume, "spec.capacity.storage") || "0";
  const modes = textsAt(volume, "spec.accessModes");
  const lacking = textsAt(claim, "spec.accessModes").find((mode) => !modes.includes(mode));
  const ref = textAt(volume, "spec.claimRef.name");
  if (textAt(volume, "status.phase") === "Released") return `${name} is released and still refers to the claim ${ref}`;
  const refNamespace = textAt(volume, "spec.claimRef.namespace");
  if (ref !== "" && (ref !== claim.metadata.name || refNamespace !== claim.metadata.namespace))
    return `${name} belongs to the claim ${refNamespace === claim.metadata.namespace ? ref : `${refNamespace}/${ref}`}`;
  if (textAt(volume, "spec.storageClassName") !== persistentVolumeClaimClass(claim))
    return `${name} has the class "${textAt(volume, "spec.storageClassName")}"`;
  if (lacking !== undefined) return `${name} does not offer ${lacking}`;
  const [mode, wantedMode] = [volume, claim].map((one) => textAt(one, "spec.volumeMode") || "Filesystem");
  if (mode !== wantedMode) return `${name} has the volumeMode ${mode ?? ""}`;
  const selector = labelSelectorAsSelector(membersAt(claim, "spec.selector"));
  if (!selector.matches(volume.metadata.labels ?? {})) return `${name} lacks the labels ${selector.toString()}`;
  return parseQuantity(has).compare(parseQuantity(wanted)) < 0 ? `${name} has ${has}` : undefined;
}

/** The nodes that a volume is reached from, where they are not all. */
function reached(volume: KubeObject): string {
  const terms = termsText(itemsAt(volume, "spec.nodeAffinity.required.nodeSelectorTerms"));
  return terms === "" ? "" : `${volume.metadata.name ?? ""} is reached from nodes with ${terms} only`;
}

/** A claim without a class that provisions: it needs a volume that fits. */
async function needsVolume(claim: KubeObject, what: string, { reading }: RuleContext): Promise<Diagnosis> {
  const all = await reading.all({ group: "", resource: "persistentvolumes" });
  const className = persistentVolumeClaimClass(claim);
  const sameClass = all.filter((one) => textAt(one, "spec.storageClassName") === className);
  // Of volumes of other classes, those are of interest that nothing else speaks against.
  const volumes =
    sameClass.length > 0
      ? sameClass
      : all.filter(
          (one) =>
            misfit({ ...one, spec: { ...membersAt(one, "spec"), storageClassName: className } }, claim) === undefined,
        );
  const wanted = textAt(claim, "spec.resources.requests.storage");
  const reasons = volumes.map((volume) => misfit(volume, claim) ?? reached(volume)).filter((text) => text !== "");
  const others = className === "" ? "each of them has a class" : "none has that class";
  const none = all.length === 0 ? "there are no persistent volumes" : others;
  const why = volumes.length === 0 ? none : listed(reasons);
  return conclude(claim, {
    situation: "claim-fits-no-volume",
    state: "Pending",
    level: "error",
    because: `${what}, and no persistent volume fits ${wanted} ${textsAt(claim, "spec.accessModes").join(", ")}${why === "" ? "" : `: ${why}`}`,
    evidence: [field(claim, "spec.resources.requests.storage"), ...volumes.slice(0, 3).map(there)],
  });
}

/** What a claim is to be filled from, where that is not there. */
const claimSource: Rule = async (claim, { reading }) => {
  if (textAt(claim, "status.phase") === "Bound") return undefined;
  const [kind, name] = ["kind", "name"].map((member) => textAt(claim, `spec.dataSource.${member}`));
  const path = [field(claim, "spec.dataSource.name")];
  const about = { state: "Pending", level: "error" } as const;
  if (kind === "VolumeSnapshot" && (await isKindServed("snapshot.storage.k8s.io", kind, reading)) === false)
    return conclude(claim, {
      ...about,
      situation: "claim-source-kind-not-served",
      because: `it is to be filled from the VolumeSnapshot ${name ?? ""}, and the definition (CRD) of VolumeSnapshots is not installed`,
      evidence: path,
    });
  if (kind !== "PersistentVolumeClaim") return undefined;
  const id = objectId("", kind, claim.metadata.namespace ?? "", name ?? "");
  if (!(await reading.isMissing(id))) return undefined;
  const other = await elsewhere(id, reading);
  return conclude(claim, {
    ...about,
    situation: "claim-source-missing",
    because: `it is to be filled from the PersistentVolumeClaim ${id.name}, which does not exist${other.text}`,
    evidence: [...path, missing(id), ...other.evidence],
  });
};

/** A class that makes volumes for some nodes only, none of which is there (StorageClass.allowedTopologies). */
async function outOfTopology(claim: KubeObject, cls: KubeObject, reading: Reading) {
  const terms = itemsAt(cls, "allowedTopologies").map((term) => itemsAt(term, "matchLabelExpressions"));
  const nodes = await reading.list({ group: "", resource: "nodes" });
  const isIn = ({ metadata }: KubeObject, expression: unknown): boolean =>
    textsAt(expression, "values").includes(metadata.labels?.[textAt(expression, "key")] ?? "");
  if (terms.length === 0 || nodes === undefined) return undefined;
  if (nodes.some((node) => terms.some((term) => term.every((each) => isIn(node, each))))) return undefined;
  const words = terms.map((term) =>
    term.map((each) => `${textAt(each, "key")} ${listed(textsAt(each, "values"))}`).join(" and "),
  );
  return conclude(claim, {
    situation: "claim-class-topology-unmatched",
    state: "Pending",
    level: "error",
    because: `its StorageClass ${cls.metadata.name ?? ""} makes volumes for nodes with ${words.join(" or ")} only, and no node has that`,
    evidence: [field(claim, "spec.storageClassName"), field(cls, "allowedTopologies", words.join(", "))],
  });
}

const withoutClass: Rule = async (claim, context) => {
  if (persistentVolumeClaimHasClass(claim)) return undefined;
  const classes = await context.reading.list({ group: "storage.k8s.io", resource: "storageclasses" });
  const isDefault = ({ metadata }: KubeObject): boolean =>
    metadata.annotations?.["storageclass.kubernetes.io/is-default-class"] === "true";
  if (classes === undefined || classes.some(isDefault)) return undefined;
  const found = await needsVolume(claim, "it names no storage class, none is the default one", context);
  return { ...found, situation: "claim-without-default-class" };
};

const ofClass: Rule = async (claim, context) => {
  const { reading, causeOf } = context;
  const name = persistentVolumeClaimClass(claim);
  if (name === "") return needsVolume(claim, "its storage class is empty, so nothing provisions it", context);
  const id = objectId("storage.k8s.io", "StorageClass", "", name);
  const path = field(claim, "spec.storageClassName");
  if (await reading.isMissing(id)) {
    const near = (await elsewhere(id, reading)).text.replace(/^; (.*)$/, " ($1)");
    const found = await needsVolume(claim, `its StorageClass ${name} does not exist${near}`, context);
    return { ...found, situation: "claim-class-missing", evidence: [path, missing(id), ...found.evidence] };
  }
  const cls = await reading.get(id);
  const provisioner = textAt(cls, "provisioner");
  const isStatic = provisioner === "kubernetes.io/no-provisioner";
  const users = await usersOf(claim, context);
  if (isStatic && (users.length > 0 || textAt(cls, "volumeBindingMode") !== "WaitForFirstConsumer"))
    return needsVolume(claim, `its StorageClass ${name} provisions nothing`, context);
  const events = await reading.events(claim);
  const failed = events.find(({ reason }) => reason === "ProvisioningFailed");
  if (failed !== undefined)
    return conclude(claim, {
      situation: "claim-provisioning-failed",
      state: "Pending",
      level: "error",
      because: `provisioning fails: ${firstLine(failed.message)}`,
      evidence: [path, ...byEvent(claim, failed)],
    });
  const waits = textAt(cls, "volumeBindingMode") === "WaitForFirstConsumer";
  if (waits && (claim.metadata.annotations?.["volume.kubernetes.io/selected-node"] ?? "") === "") {
    const apart = cls === undefined ? undefined : await outOfTopology(claim, cls, reading);
    if (apart !== undefined) return apart;
    const user = users[0] === undefined ? undefined : await causeOf(users[0]);
    const because =
      users.length === 0
        ? "no pod uses it yet"
        : `its pod ${users[0]?.metadata.name ?? ""} has no node${user === undefined ? "" : `: it ${user.predicate}`}`;
    return conclude(claim, {
      situation: "claim-waits-for-first-consumer",
      state: "Pending",
      level: users.length === 0 ? "progressing" : "warning",
      because: `its StorageClass ${name} waits for the first pod that uses it, and ${because}`,
      evidence: [path, ...(cls === undefined ? [] : [field(cls, "volumeBindingMode")]), ...users.map(there)],
      causes: [user],
    });
  }
  if (provisioner === "") return needsVolume(claim, `its StorageClass ${name} provisions nothing`, context);
  const isUnknown = await reading.isMissing(objectId("storage.k8s.io", "CSIDriver", "", provisioner));
  return conclude(claim, {
    situation: "claim-waits-for-provisioner",
    state: "Pending",
    level: isUnknown ? "warning" : "progressing",
    because: `the provisioner ${provisioner} has not made a volume for it yet${isUnknown ? ", and no CSIDriver of that name is registered: it may not be installed" : ""}`,
    evidence: [path, ...(cls === undefined ? [] : [there(cls)])],
  });
};

/** A bound claim that asks for more than its volume has, by what was said of it last. */
async function growing(claim: KubeObject, { reading }: RuleContext): Promise<Diagnosis | undefined> {
  if (!isGrowing(claim)) return undefined;
  const condition = conditionWith(claim, "Resizing", "True") ?? conditionWith(claim, "FileSystemResizePending", "True");
  const [event] = (await reading.events(claim)).filter(({ reason }) => /Expan|Resiz/.test(reason));
  const isFailed = event?.reason.endsWith("Failed") === true && condition === undefined;
  const [has, wanted] = ["status.capacity.storage", "spec.resources.requests.storage"].map((path) =>
    textAt(claim, path),
  );
  return conclude(claim, {
    situation: isFailed ? "claim-resize-failed" : "claim-resizing",
    state: "Resizing",
    level: isFailed ? "error" : "progressing",
    because: `it has ${has ?? ""} and asks for ${wanted ?? ""}: ${firstLine(condition?.message ?? "") || firstLine(event?.message ?? "") || "its volume has not grown yet"}`,
    evidence: [
      field(claim, "spec.resources.requests.storage"),
      field(claim, "status.capacity.storage"),
      ...byEvent(claim, event),
    ],
  });
}

/** A bound claim whose volume is to get the attributes of another class. */
function modifying(claim: KubeObject): Diagnosis | undefined {
  const status = textAt(claim, "status.modifyVolumeStatus.status");
  if (status === "") return undefined;
  const failed = conditionWith(claim, "ModifyVolumeError", "True");
  const isBad = status === "Infeasible" || failed !== undefined;
  const name = textAt(claim, "status.modifyVolumeStatus.targetVolumeAttributesClassName");
  const texts: Readonly<Record<string, string>> = {
    Pending: `the VolumeAttributesClass ${name} does not exist or cannot be used yet`,
    Infeasible: `its driver refuses the VolumeAttributesClass ${name}`,
  };
  const what = texts[status] ?? `its volume gets the attributes of the VolumeAttributesClass ${name}`;
  return conclude(claim, {
    situation: isBad ? "claim-modification-failed" : "claim-modifying",
    state: "Modifying",
    level: isBad ? "error" : "progressing",
    because: failed === undefined ? what : `${what}: ${firstLine(failed.message)}`,
    evidence: [field(claim, "status.modifyVolumeStatus.status"), ...byCondition(claim, failed)],
  });
}

const claimBound: Rule = async (claim, context) => {
  const phase = textAt(claim, "status.phase");
  const volume = textAt(claim, "spec.volumeName");
  if (phase === "Lost")
    return conclude(claim, {
      situation: "claim-lost-its-volume",
      state: "Lost",
      level: "error",
      because: `its PersistentVolume ${volume} does not exist or belongs to another claim`,
      evidence: [field(claim, "status.phase"), field(claim, "spec.volumeName")],
    });
  if (phase !== "Bound") return undefined;
  const grows = await growing(claim, context);
  const other = grows ?? modifying(claim);
  if (other !== undefined) return other;
  return conclude(claim, {
    situation: "claim-bound",
    state: "Bound",
    level: "ok",
    because: `to the PersistentVolume ${volume}`,
    evidence: [field(claim, "status.phase"), field(claim, "spec.volumeName")],
  });
};

/** The rules of PersistentVolumeClaims. */
export const claimRules: readonly Rule[] = [claimBound, namedVolume, claimSource, withoutClass, ofClass];
