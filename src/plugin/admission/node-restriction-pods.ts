import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../../apis/record.ts";
import { podReferences } from "../auth/node/pod-references.ts";

/** What a volume is made of that is an object of the API, by its source, with the words for it. */
const ofVolume: Readonly<Record<string, string>> = {
  configMap: "configmaps (via configmap volumes)",
  secret: "secrets (via secret volumes)",
  csi: "csidrivers (via CSI volumes)",
  glusterfs: "endpoints (via glusterFS volumes)",
  persistentVolumeClaim: "persistentvolumeclaims",
  ephemeral: "persistentvolumeclaims (via ephemeral volumes)",
  azureFile: "secrets (via azureFile volumes)",
};

const ofProjection: Readonly<Record<string, string>> = {
  configMap: "configmaps (via projected volumes)",
  secret: "secrets (via projected volumes)",
  serviceAccountToken: "serviceaccounts (via projected volumes)",
  clusterTrustBundle: "clustertrustbundles",
  podCertificate: "podcertificates",
};

const firstOf = (record: JsonRecord, words: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(words).find(([member]) => member in record)?.[1];

/** Returns what kind of object of the API a pod refers to; undefined if it refers to none (HasAPIObjectReference). */
export function apiObjectOfPod(pod: KubeObject): string | undefined {
  const spec = recordAt(pod, "spec");
  const { secrets, configMaps } = podReferences(pod);
  if (stringAt(spec, "serviceAccountName") !== "") return "serviceaccounts";
  if (secrets.size > 0) return "secrets";
  if (configMaps.size > 0) return "configmaps";
  if (recordsAt(spec, "resourceClaims").length > 0) return "resourceclaims";
  for (const volume of recordsAt(spec, "volumes")) {
    const found =
      firstOf(volume, ofVolume) ??
      recordsAt(recordAt(volume, "projected"), "sources").flatMap((source) => firstOf(source, ofProjection) ?? [])[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
