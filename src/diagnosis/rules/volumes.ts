import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import { textAt } from "../fields.ts";
import { named, objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";
import { isKindServed } from "../served-kind.ts";
import { firstLine, listed } from "../words.ts";

/** The rules of PersistentVolumes. */
export const volumeRules: readonly Rule[] = [
  (volume) => {
    const phase = textAt(volume, "status.phase");
    const claim = textAt(volume, "spec.claimRef.name");
    const policy = textAt(volume, "spec.persistentVolumeReclaimPolicy");
    const evidence = [field(volume, "status.phase"), field(volume, "spec.claimRef.name")];
    const texts: Readonly<Record<string, readonly [string, "ok" | "warning" | "error" | "progressing", string]>> = {
      Bound: ["volume-bound", "ok", `to the PersistentVolumeClaim ${claim}`],
      Available:
        claim === ""
          ? ["volume-available", "ok", "no claim has taken it"]
          : [
              "volume-reserved",
              "warning",
              `it is kept for the claim ${textAt(volume, "spec.claimRef.namespace")}/${claim}, which has not taken it`,
            ],
      Released: [
        "volume-released",
        "warning",
        `its claim ${claim} is gone, and the reclaim policy ${policy} keeps its data: no other claim can take it`,
      ],
      Failed: ["volume-failed", "error", firstLine(textAt(volume, "status.message")) || "it could not be reclaimed"],
    };
    const found = texts[phase];
    return (
      found && conclude(volume, { situation: found[0], state: phase, level: found[1], because: found[2], evidence })
    );
  },
];

/** A volume that is deleted while a claim is bound to it. */
export const volumeDeletion: Rule = (volume) => {
  const { deletionTimestamp, finalizers = [] } = volume.metadata;
  if (deletionTimestamp === undefined || textAt(volume, "status.phase") !== "Bound") return undefined;
  return conclude(volume, {
    situation: "volume-deletion-waits-for-claim",
    state: "Terminating",
    level: "warning",
    because: `it is kept while the PersistentVolumeClaim ${textAt(volume, "spec.claimRef.namespace")}/${textAt(volume, "spec.claimRef.name")} is bound to it`,
    evidence: [field(volume, "metadata.finalizers", finalizers.join(", ")), field(volume, "spec.claimRef.name")],
  });
};

/** The rules of VolumeAttachments: what the attacher says of a volume that it cannot attach or detach. */
export const attachmentRules: readonly Rule[] = [
  async (attachment, { reading }) => {
    const [volume, node] = ["spec.source.persistentVolumeName", "spec.nodeName"].map((path) =>
      textAt(attachment, path),
    );
    const isAttached = textAt(attachment, "status.attached") === "true";
    const what = `the PersistentVolume ${volume ?? ""} ${isAttached ? "to" : "is not attached to"} ${node ?? ""}`;
    for (const [member, word] of [
      ["detachError", "detached from"],
      ["attachError", "attached to"],
    ] as const) {
      const message = textAt(attachment, `status.${member}.message`);
      if (message === "") continue;
      return conclude(attachment, {
        situation: `attachment-${member === "attachError" ? "failed" : "not-released"}`,
        state: member === "attachError" ? "Not attached" : "Not detached",
        level: "error",
        because: `the PersistentVolume ${volume ?? ""} cannot be ${word} ${node ?? ""}: ${firstLine(message)}`,
        evidence: [field(attachment, `status.${member}.message`)],
      });
    }
    const ends = [objectId("", "PersistentVolume", "", volume ?? ""), objectId("", "Node", "", node ?? "")];
    for (const id of isAttached ? [] : ends)
      if (await reading.isMissing(id))
        return conclude(attachment, {
          situation: "attachment-of-nothing",
          state: "Pending",
          level: "error",
          because: `its ${named(id)} does not exist`,
          evidence: [missing(id)],
        });
    return conclude(attachment, {
      situation: isAttached ? "attachment-attached" : "attachment-pending",
      state: isAttached ? "Attached" : "Pending",
      level: isAttached ? "ok" : "progressing",
      because: isAttached ? what : `the attacher ${textAt(attachment, "spec.attacher")} has not acted yet: ${what}`,
      evidence: [field(attachment, "status.attached")],
    });
  },
];

/** The order in which admission takes default classes: the newest, then by name. */
function newestFirst({ metadata: a }: KubeObject, { metadata: b }: KubeObject): number {
  const [createdA, createdB] = [a.creationTimestamp ?? "", b.creationTimestamp ?? ""];
  return createdA === createdB ? ((a.name ?? "") < (b.name ?? "") ? -1 : 1) : createdA < createdB ? 1 : -1;
}

/** Classes of which several say that they are the default one. */
export const defaultClassRules = (
  { group, resource }: { readonly group: string; readonly resource: string },
  annotation: string,
  effect: (newest: string) => string,
): readonly Rule[] => [
  async (object, { reading }) => {
    const isDefault = ({ metadata }: KubeObject): boolean => metadata.annotations?.[annotation] === "true";
    if (!isDefault(object)) return undefined;
    const all = (await reading.all({ group, resource })).filter(isDefault);
    if (all.length < 2) return undefined;
    const [newest] = all.toSorted(newestFirst);
    const others = all.filter(({ metadata }) => metadata.name !== object.metadata.name);
    return conclude(object, {
      situation: `${object.kind?.toLowerCase() ?? ""}-not-the-only-default`,
      state: "Several defaults",
      level: "warning",
      because: `${listed(others.map(({ metadata }) => metadata.name ?? ""))} ${others.length === 1 ? "is" : "are"} the default as well: ${effect(newest?.metadata.name ?? "")}`,
      evidence: [field(object, `metadata.annotations.${annotation}`, "true"), ...others.slice(0, 3).map(there)],
    });
  },
];

/** The rules of StorageClasses: the newest default is the one that claims get. */
export const storageClassRules = defaultClassRules(
  { group: "storage.k8s.io", resource: "storageclasses" },
  "storageclass.kubernetes.io/is-default-class",
  (newest) => `claims without a class get the newest, ${newest}`,
);

/** The parameters of an IngressClass, where they are not there or of a kind that is not served. */
const classParameters: Rule = async (cls, { reading }) => {
  const at = (member: string): string => textAt(cls, `spec.parameters.${member}`);
  const [group, kind, name] = [at("apiGroup"), at("kind"), at("name")];
  if (kind === "") return undefined;
  const id = objectId(group, kind, at("scope") === "Namespace" ? at("namespace") : "", name);
  const isMissing = await reading.isMissing(id);
  if (!isMissing && (await isKindServed(group, kind, reading)) !== false) return undefined;
  return conclude(cls, {
    situation: isMissing ? "ingressclass-parameters-missing" : "ingressclass-parameters-not-served",
    state: "Without parameters",
    level: "warning",
    because: `its parameters, the ${kind} ${name}, ${isMissing ? "do not exist" : `are of a kind of ${group} that is not served`}`,
    evidence: [field(cls, "spec.parameters.name"), ...(isMissing ? [missing(id)] : [])],
  });
};

/** The rules of IngressClasses: the newest default is the one that Ingresses get. */
export const ingressClassRules: readonly Rule[] = [
  classParameters,
  ...defaultClassRules(
    { group: "networking.k8s.io", resource: "ingressclasses" },
    "ingressclass.kubernetes.io/is-default-class",
    (newest) => `Ingresses without a class get the newest, ${newest}`,
  ),
];
