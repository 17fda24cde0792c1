import { invalid, notSupportedString, required, addError } from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import {
  inclusiveRangeError,
  isDns1123Label,
  isDns1123Subdomain,
  type Validator,
} from "../../../apimachinery/validation/names.ts";
import { stringAt, type JsonRecord } from "../../record.ts";
import {
  addMessages,
  addInvalid,
  addRequired,
  flagAt,
  inside,
  integerAt,
  isSet,
  isZero,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import {
  atMostBytes,
  conforms,
  matches,
  oneOf,
  requireMember,
  requireName,
  requireOneOf,
} from "../../validation/checks.ts";
import { noBacksteps } from "./paths.ts";

/** Validates the source of a volume that pods and persistent volumes share. */
export type SourceCheck = (source: Fields) => void;

/** Returns a check that requires some members. */
export const requiring =
  (...members: readonly string[]): SourceCheck =>
  (source) => {
    for (const member of members) requireMember(source, member);
  };

/** The name of the secret that a source refers to must be there, if it refers to one. */
function secretRefName(source: Fields, member = "secretRef"): void {
  const secret = inside(source, member);
  if (secret !== undefined && isZero(secret, "name"))
    addError(source.errors, required(source.path.child(member, "name")));
}

const hostPathTypes = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

export function hostPath(source: Fields): void {
  if (!requireMember(source, "path")) return;
  conforms(source, "path", noBacksteps);
  oneOf(source, "type", hostPathTypes);
}

const partition = (source: Fields): void => {
  const value = integerAt(source, "partition") ?? 0;
  if (value < 0 || value > 255) addInvalid(source, "partition", inclusiveRangeError(1, 255));
};

export function gcePersistentDisk(source: Fields): void {
  requireMember(source, "pdName");
  partition(source);
}

export function awsElasticBlockStore(source: Fields): void {
  requireMember(source, "volumeID");
  partition(source);
}

export function nfs(source: Fields): void {
  requireMember(source, "server");
  requireMember(source, "path");
  if (!textAt(source, "path").startsWith("/"))
    addError(source.errors, invalid(source.path.child("path"), textAt(source, "path"), "must be an absolute path"));
}

const targetPatterns: readonly (readonly [prefix: string, pattern: RegExp])[] = [
  ["iqn", /iqn\.\d{4}-\d{2}\.([a-zA-Z0-9\-.]+)(:[^,;*&$|\s]+)$/],
  ["eui", /^eui.[a-zA-Z0-9]{16}$/],
  ["naa", /^naa.[a-zA-Z0-9]{32}$/],
];

/** Returns the validator of names of iSCSI targets and initiators; `otherwise` is the message for other prefixes. */
const iscsiName =
  (otherwise: string): Validator =>
  (name) => {
    const pattern = targetPatterns.find(([prefix]) => name.startsWith(prefix))?.[1];
    if (pattern === undefined) return [otherwise];
    return pattern.test(name) ? [] : ["must be valid format"];
  };

function iscsiTarget(source: Fields, name: Validator): void {
  requireName(source, "iqn", name);
  const lun = integerAt(source, "lun") ?? 0;
  if (lun < 0 || lun > 255) addInvalid(source, "lun", inclusiveRangeError(0, 255));
  if ((flagAt(source, "chapAuthDiscovery") || flagAt(source, "chapAuthSession")) && !isSet(source, "secretRef"))
    addRequired(source, "secretRef");
}

function iscsiInitiator(source: Fields, name: Validator): void {
  if (!isSet(source, "initiatorName")) return;
  const initiator = textAt(source, "initiatorName");
  for (const message of name(initiator))
    addError(source.errors, invalid(source.path.child("initiatorname"), initiator, message));
}

const podTarget = iscsiName("must be valid format starting with iqn, eui, or naa");

export function iscsi(source: Fields): void {
  requireMember(source, "targetPortal");
  iscsiTarget(source, podTarget);
  iscsiInitiator(source, podTarget);
}

const volumeTarget = iscsiName("must be valid format");

/** Validates the iSCSI source of a persistent volume (validateISCSIPersistentVolumeSource). */
export function iscsiVolume(source: Fields, volumeName: string): void {
  requireMember(source, "targetPortal");
  if (isSet(source, "initiatorName") && isTooLongForInitiator(volumeName, source.record)) {
    const portal = textAt(source, "targetPortal");
    addError(source.errors, invalid(source.path.child("targetportal"), portal, initiatorTooLong));
  }
  iscsiTarget(source, volumeTarget);
  secretRefName(source);
  iscsiInitiator(source, volumeTarget);
}

/** The error of a volume whose name and portal are too long for the name that an initiator gets. */
export const initiatorTooLong =
  "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

/** Reports whether the name of a volume and the portal of its iSCSI source are longer together than 64 bytes. */
export const isTooLongForInitiator = (volumeName: string, source: JsonRecord): boolean =>
  byteLength(`${volumeName}:${stringAt(source, "targetPortal")}`) > 64;

export const glusterfs = requiring("endpoints", "path");

export function flocker(source: Fields): void {
  const [name, uuid] = [textAt(source, "datasetName"), textAt(source, "datasetUUID")];
  if (name === "" && uuid === "")
    addError(source.errors, required(source.path, "one of datasetName and datasetUUID is required"));
  if (name !== "" && uuid !== "")
    addError(
      source.errors,
      invalid(source.path, "resource", "datasetName and datasetUUID can not be specified simultaneously"),
    );
  if (name.includes("/")) addInvalid(source, "datasetName", "must not contain '/'");
}

export const rbd = requiring("monitors", "image");

export function cinder(source: Fields): void {
  requireMember(source, "volumeID");
  secretRefName(source);
}

const registryMessage = "must be a host:port pair or multiple pairs separated by commas";
/** Reports whether a text is `host:port` to Go's net.SplitHostPort. */
const isHostPort = (text: string): boolean => /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(text);

export function quobyte(source: Fields): void {
  const registry = textAt(source, "registry");
  if (registry === "") addRequired(source, "registry", registryMessage);
  else if (textAt(source, "tenant").length >= 65)
    addRequired(source, "tenant", "must be a UUID and may not exceed a length of 64 characters");
  else for (const pair of registry.split(",")) if (!isHostPort(pair)) addInvalid(source, "registry", registryMessage);
  requireMember(source, "volume");
}

export function fibreChannel(source: Fields): void {
  const [targets, ids] = [itemsAt(source.record, "targetWWNs").length, itemsAt(source.record, "wwids").length];
  if (targets === 0 && ids === 0)
    addRequired(source, "targetWWNs", "must specify either targetWWNs or wwids, but not both");
  if (targets > 0 && ids > 0)
    addInvalid(source, "targetWWNs", "targetWWNs and wwids can not be specified simultaneously");
  if (targets === 0) return;
  const lun = integerAt(source, "lun");
  if (lun === undefined) addRequired(source, "lun", "lun is required if targetWWNs is specified");
  else if (lun < 0 || lun > 255) addInvalid(source, "lun", inclusiveRangeError(0, 255));
}

export function flexVolume(source: Fields): void {
  requireMember(source, "driver");
  const options = inside(source, "options");
  if (options === undefined) return;
  for (const key of Object.keys(options.record)) {
    const slash = key.indexOf("/");
    const domain = `.${(slash < 0 ? key : key.slice(0, slash)).toLowerCase()}`;
    if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io"))
      addError(source.errors, invalid(options.path.key(key), key, "kubernetes.io and k8s.io namespaces are reserved"));
  }
}

export const azureFile = requiring("secretName", "shareName");

const managedUri = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobUri = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

export function azureDisk(source: Fields): void {
  requireMember(source, "diskName");
  requireMember(source, "diskURI");
  oneOf(source, "cachingMode", ["None", "ReadOnly", "ReadWrite"]);
  oneOf(source, "kind", ["Dedicated", "Managed", "Shared"]);
  if (!isSet(source, "kind")) return;
  const uri = textAt(source, "diskURI");
  const [start, form] = textAt(source, "kind") === "Managed" ? ["/subscriptions/", managedUri] : ["https://", blobUri];
  if (!uri.startsWith(start)) addError(source.errors, notSupportedString(source.path.child("diskURI"), uri, [form]));
}

export function storageOs(source: Fields): void {
  requireName(source, "volumeName", isDns1123Label);
  matches(source, "volumeNamespace", isDns1123Label);
  secretRefName(source);
}

export const scaleIo = requiring("gateway", "system", "volumeName");

/**
 * A member must be the name of a CSI driver: a subdomain of up to 63 characters, in any case (ValidateCSIDriverName).
 */
export function csiDriverName(fields: Fields, member: string): void {
  const name = textAt(fields, member);
  if (name === "") addRequired(fields, member);
  atMostBytes(fields, member, 63);
  addMessages(fields, member, isDns1123Subdomain(name.toLowerCase()));
}

export function csi(source: Fields): void {
  csiDriverName(source, "driver");
  const secret = inside(source, "nodePublishSecretRef");
  if (secret === undefined) return;
  const name = textAt(secret, "name");
  if (name === "") addError(source.errors, required(source.path.child("nodePublishSecretRef", "name")));
  else
    for (const message of isDns1123Subdomain(name))
      addError(source.errors, invalid(source.path.child("name"), name, message));
}

/** Validates an image volume; a template may leave its reference to whoever completes it. */
export function image(source: Fields, requiresReference: boolean): void {
  if (requiresReference) requireMember(source, "reference");
  requireOneOf(source, "pullPolicy", pullPolicies);
}

/** When images are pulled, in the order that errors list it. */
export const pullPolicies = ["Always", "IfNotPresent", "Never"];
