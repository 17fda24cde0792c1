import { isList, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { isObject } from "../../../apimachinery/json/value.ts";
import { objectAt, textAt, valueAt } from "../../json-access.ts";
import { longestLine, shortened, sortedKeys } from "./describe-parts.ts";

/** How a value is written, undefined for one that is not there. */
type Form = (value: JsonValue | undefined) => string;
/** A line: its title, the path of its value, and how that is written; by default as a text. */
type Row = readonly [title: string, path: string, form?: Form];
/** A type of sources: what it is, and its lines. */
type Source = readonly [title: string, ...rows: readonly Row[]];

const or =
  (none: string): Form =>
  (value) =>
    value === undefined || value === null ? none : textAt(value);
const [text, flag, number, none] = [or(""), or("false"), or("0"), or("<none>")];
const list: Form = (value) => `[${isList(value) ? value.map(String).join(" ") : ""}]`;
const map: Form = (value) => {
  const object = isObject(value) ? value : {};
  return `map[${sortedKeys(object)
    .map((key) => `${key}:${textAt(object, key)}`)
    .join(" ")}]`;
};
/** A reference as the generated String() of its Go type writes it. */
const reference =
  (type: string, ...members: readonly (readonly [string, string])[]): Form =>
  (value) =>
    isObject(value)
      ? `&${type}{${members.map(([name, member]) => `${name}:${textAt(value, member)},`).join("")}}`
      : "nil";
const localReference = reference("LocalObjectReference", ["Name", "name"]);
const secretReference = reference("SecretReference", ["Name", "name"], ["Namespace", "namespace"]);

const readOnly: Row = ["ReadOnly:", "readOnly", flag];
const fsType: Row = ["FSType:", "fsType"];

// oxfmt-ignore
const iscsi = (secret: Form): Source => ["ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
  ["TargetPortal:", "targetPortal"], ["IQN:", "iqn"], ["Lun:", "lun", number], ["ISCSIInterface", "iscsiInterface"], fsType, readOnly,
  ["Portals:", "portals", list], ["DiscoveryCHAPAuth:", "chapAuthDiscovery", flag], ["SessionCHAPAuth:", "chapAuthSession", flag],
  ["SecretRef:", "secretRef", secret], ["InitiatorName:", "initiatorName", none]];
// oxfmt-ignore
const rbd = (secret: Form): Source => ["RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
  ["CephMonitors:", "monitors", list], ["RBDImage:", "image"], fsType, ["RBDPool:", "pool"], ["RadosUser:", "user"],
  ["Keyring:", "keyring"], ["SecretRef:", "secretRef", secret], readOnly];
const cinder = (secret: Form): Source => [
  "Cinder (a Persistent Disk resource in OpenStack)",
  ["VolumeID:", "volumeID"],
  fsType,
  readOnly,
  ["SecretRef:", "secretRef", secret],
];
// oxfmt-ignore
const cephfs = (secret: Form): Source => ["CephFS (a CephFS mount on the host that shares a pod's lifetime)",
  ["Monitors:", "monitors", list], ["Path:", "path"], ["User:", "user"], ["SecretFile:", "secretFile"],
  ["SecretRef:", "secretRef", secret], readOnly];
// oxfmt-ignore
const flexVolume = (secret: Form): Source => ["FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)",
  ["Driver:", "driver"], fsType, ["SecretRef:", "secretRef", secret], readOnly, ["Options:", "options", map]];
// oxfmt-ignore
const scaleIO = (...secret: readonly Row[]): Source => ["ScaleIO (a persistent volume backed by a block device in ScaleIO)",
  ["Gateway:", "gateway"], ["System:", "system"], ["Protection Domain:", "protectionDomain"], ["Storage Pool:", "storagePool"],
  ["Storage Mode:", "storageMode"], ["VolumeName:", "volumeName"], ...secret, fsType, readOnly];
const glusterfs = (...namespace: readonly Row[]): Source => [
  "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
  ["EndpointsName:", "endpoints"],
  ...namespace,
  ["Path:", "path"],
  readOnly,
];
const azureFile = (...namespace: readonly Row[]): Source => [
  "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
  ["SecretName:", "secretName"],
  ...namespace,
  ["ShareName:", "shareName"],
  readOnly,
];
const csi = (...handle: readonly Row[]): Source => [
  "CSI (a Container Storage Interface (CSI) volume source)",
  ["Driver:", "driver"],
  fsType,
  ...handle,
  readOnly,
];

/** The sources that volumes of pods and persistent volumes share (describe.printHostPathVolumeSource and others). */
// oxfmt-ignore
const shared: Readonly<Record<string, Source>> = {
  hostPath: ["HostPath (bare host directory volume)", ["Path:", "path"], ["HostPathType:", "type", none]],
  gcePersistentDisk: ["GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)", ["PDName:", "pdName"], fsType, ["Partition:", "partition", number], readOnly],
  awsElasticBlockStore: ["AWSElasticBlockStore (a Persistent Disk resource in AWS)", ["VolumeID:", "volumeID"], fsType, ["Partition:", "partition", number], readOnly],
  nfs: ["NFS (an NFS mount that lasts the lifetime of a pod)", ["Server:", "server"], ["Path:", "path"], readOnly],
  quobyte: ["Quobyte (a Quobyte mount on the host that shares a pod's lifetime)", ["Registry:", "registry"], ["Volume:", "volume"], readOnly],
  vsphereVolume: ["vSphereVolume (a Persistent Disk resource in vSphere)", ["VolumePath:", "volumePath"], fsType, ["StoragePolicyName:", "storagePolicyName"]],
  azureDisk: ["AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)", ["DiskName:", "diskName"], ["DiskURI:", "diskURI"], ["Kind: ", "kind"], fsType, ["CachingMode:", "cachingMode"], readOnly],
  photonPersistentDisk: ["PhotonPersistentDisk (a Persistent Disk resource in photon platform)", ["PdID:", "pdID"], fsType],
  portworxVolume: ["PortworxVolume (a Portworx Volume resource)", ["VolumeID:", "volumeID"]],
  storageos: ["StorageOS (a StorageOS Persistent Disk resource)", ["VolumeName:", "volumeName"], ["VolumeNamespace:", "volumeNamespace"], fsType, readOnly],
  fc: ["FC (a Fibre Channel disk)", ["TargetWWNs:", "targetWWNs", (value) => isList(value) ? value.map(String).join(", ") : ""], ["LUN:", "lun", none], fsType, readOnly],
  flocker: ["Flocker (a Flocker volume mounted by the Flocker agent)", ["DatasetName:", "datasetName"], ["DatasetUUID:", "datasetUUID"]],
};

// oxfmt-ignore
const ofPods: Readonly<Record<string, Source>> = {
  ...shared,
  iscsi: iscsi(localReference),
  rbd: rbd(localReference),
  cinder: cinder(localReference),
  cephfs: cephfs(localReference),
  flexVolume: flexVolume(localReference),
  scaleIO: scaleIO(),
  glusterfs: glusterfs(),
  azureFile: azureFile(),
  csi: csi(),
  gitRepo: ["GitRepo (a volume that is pulled from git when the pod is created)", ["Repository:", "repository"], ["Revision:", "revision"]],
  emptyDir: ["EmptyDir (a temporary directory that shares a pod's lifetime)", ["Medium:", "medium"], ["SizeLimit:", "sizeLimit", (value) => text(value) === "0" ? "<unset>" : or("<unset>")(value)]],
  secret: ["Secret (a volume populated by a Secret)", ["SecretName:", "secretName"], ["Optional:", "optional", flag]],
  configMap: ["ConfigMap (a volume populated by a ConfigMap)", ["Name:", "name"], ["Optional:", "optional", flag]],
  persistentVolumeClaim: ["PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)", ["ClaimName:", "claimName"], readOnly],
  image: ["Image (a container image or OCI artifact)", ["Reference:", "reference"], ["PullPolicy:", "pullPolicy"]],
};

const ofPersistentVolumes: Readonly<Record<string, Source>> = {
  ...shared,
  iscsi: iscsi(secretReference),
  rbd: rbd(secretReference),
  cinder: cinder(secretReference),
  cephfs: cephfs(secretReference),
  flexVolume: flexVolume(secretReference),
  scaleIO: scaleIO(["SecretName:", "secretRef.name"], ["SecretNamespace:", "secretRef.namespace"]),
  glusterfs: glusterfs(["EndpointsNamespace:", "endpointsNamespace", or("<unset>")]),
  azureFile: azureFile(["SecretNamespace:", "secretNamespace"]),
  csi: csi(["VolumeHandle:", "volumeHandle"]),
  local: ["LocalVolume (a persistent volume backed by local storage on a node)", ["Path:", "path"]],
};

function attributesText(attributes: JsonObject): string {
  const rows = sortedKeys(attributes).map((key) => `${shortened(`${key}=${textAt(attributes, key)}`, longestLine)}\n`);
  return `    VolumeAttributes:\t${rows.length === 0 ? "<none>\n" : rows.map((row) => `    ${row}`).join("        \t")}`;
}

function sourceText(sources: Readonly<Record<string, Source>>, holder: JsonObject): string | undefined {
  const member = Object.keys(holder).find((name) => Object.hasOwn(sources, name));
  const [title = "", ...rows] = (member !== undefined && sources[member]) || [];
  if (member === undefined) return undefined;
  const source = objectAt(holder, member);
  const lines = rows.map(([name, path, form = text]) => `    ${name}\t${form(valueAt(source, ...path.split(".")))}\n`);
  const attributes = member === "csi" ? attributesText(objectAt(source, "volumeAttributes")) : "";
  return `    Type:\t${title}\n${lines.join("")}${attributes}`;
}

/** The lines of the source of a pod's volume; undefined for one that is no plain list of values, or unknown. */
export const podSourceText = (volume: JsonObject): string | undefined => sourceText(ofPods, volume);

/** The lines of the source of a persistent volume's spec; undefined for an unknown one. */
export const persistentSourceText = (spec: JsonObject): string | undefined => sourceText(ofPersistentVolumes, spec);
