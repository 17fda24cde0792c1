import { forbidden, required, addError } from "../../apimachinery/field-error.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { requireMember, requireName } from "../validation/checks.ts";
import { addInvalid, addMessages, inside, isSet, isZero, textAt, type Fields } from "../validation/fields.ts";
import { noBacksteps } from "./pod/paths.ts";
import {
  awsElasticBlockStore,
  azureDisk,
  azureFile,
  cinder,
  csiDriverName,
  fibreChannel,
  flexVolume,
  flocker,
  gcePersistentDisk,
  glusterfs,
  hostPath,
  iscsiVolume,
  nfs,
  quobyte,
  rbd,
  requiring,
  scaleIo,
  storageOs,
  type SourceCheck,
} from "./pod/volume-sources.ts";

/** The namespace of the secret that a source refers to must be there, if it refers to one. */
function secretRefNamespace(source: Fields): void {
  const secret = inside(source, "secretRef");
  if (secret !== undefined && isZero(secret, "namespace"))
    addError(source.errors, required(source.path.child("secretRef", "namespace")));
}

function glusterfsVolume(source: Fields): void {
  glusterfs(source);
  if (!isSet(source, "endpointsNamespace")) return;
  const namespace = textAt(source, "endpointsNamespace");
  if (namespace === "")
    addInvalid(source, "endpointsNamespace", "if the endpointnamespace is set, it must be a valid namespace name");
  else addMessages(source, "endpointsNamespace", isDns1123Label(namespace));
}

function cinderVolume(source: Fields): void {
  cinder(source);
  secretRefNamespace(source);
}

function azureFileVolume(source: Fields): void {
  azureFile(source);
  if (isSet(source, "secretNamespace")) requireMember(source, "secretNamespace");
}

function local(source: Fields): void {
  if (requireMember(source, "path")) addMessages(source, "path", noBacksteps(textAt(source, "path")));
}

function storageOsVolume(source: Fields): void {
  storageOs(source);
  secretRefNamespace(source);
}

const csiSecrets = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
];

function csiVolume(source: Fields): void {
  csiDriverName(source, "driver");
  requireMember(source, "volumeHandle");
  for (const member of csiSecrets) {
    const secret = inside(source, member);
    if (secret === undefined) continue;
    requireName(secret, "name", isDns1123Subdomain);
    requireName(secret, "namespace", isDns1123Label);
  }
}

/** A kind of source: its member, its check, and where upstream's paths differ from the member. */
interface SourceRow {
  readonly member: string;
  readonly check: SourceCheck | ((source: Fields, volumeName: string) => void);
  readonly path?: string;
  readonly refusedPath?: string;
  /** Whether the source is counted and checked even if another one came before it. */
  readonly beside?: true;
}

/** The sources of a volume in the order in which they are checked. */
// oxfmt-ignore
const sources: readonly SourceRow[] = [
  { member: "hostPath", check: hostPath },
  { member: "gcePersistentDisk", check: gcePersistentDisk, path: "persistentDisk" },
  { member: "awsElasticBlockStore", check: awsElasticBlockStore },
  { member: "glusterfs", check: glusterfsVolume },
  { member: "flocker", check: flocker },
  { member: "nfs", check: nfs },
  { member: "rbd", check: rbd },
  { member: "quobyte", check: quobyte },
  { member: "cephfs", check: requiring("monitors"), refusedPath: "cephFS" },
  { member: "iscsi", check: iscsiVolume },
  { member: "cinder", check: cinderVolume },
  { member: "fc", check: fibreChannel },
  { member: "flexVolume", check: flexVolume, beside: true },
  { member: "azureFile", check: azureFileVolume },
  { member: "vsphereVolume", check: requiring("volumePath") },
  { member: "photonPersistentDisk", check: requiring("pdID") },
  { member: "portworxVolume", check: requiring("volumeID") },
  { member: "azureDisk", check: azureDisk },
  { member: "scaleIO", check: scaleIo },
  { member: "local", check: local },
  { member: "storageos", check: storageOsVolume },
  { member: "csi", check: csiVolume },
];

/** The members of a volume's spec that are sources, of which one must be set (PersistentVolumeSource). */
export const volumeSources: readonly string[] = sources.map(({ member }) => member);

/** A volume must have one source, which must be valid. A local one needs node affinity, which none in place has. */
export function validateVolumeSource(
  spec: Fields,
  volumeName: string,
  hasNodeAffinity = isSet(spec, "nodeAffinity"),
): void {
  let count = 0;
  for (const { member, check, path = member, refusedPath = member, beside = false } of sources) {
    const source = inside(spec, member);
    if (source === undefined) continue;
    if (count++ > 0 && !beside)
      addError(spec.errors, forbidden(spec.path.child(refusedPath), "may not specify more than 1 volume type"));
    else {
      check(path === member ? source : { ...source, path: spec.path.child(path) }, volumeName);
      if (member === "local" && !hasNodeAffinity)
        addError(spec.errors, required(spec.path.child("nodeAffinity"), "Local volume requires node affinity"));
    }
  }
  if (count === 0) addError(spec.errors, required(spec.path, "must specify a volume type"));
}
