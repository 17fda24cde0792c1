import { countErrors, duplicate, forbidden, invalid, required, addError } from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import { keptObject, runningWork } from "../../../component-base/work.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { keptMap } from "../../validation/checks-in-slices.ts";
import { conforms, requireMember } from "../../validation/checks.ts";
import {
  addForbidden,
  asRecord,
  eachItem,
  inside,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { isNegativeQuantity } from "../../validation/quantities.ts";
import { templateMetadata } from "../../validation/template-metadata.ts";
import { validateClaimSpec } from "../persistent-volume-claim-spec.ts";
import type { PodValidationOptions } from "./options.ts";
import { localDescendingPath } from "./paths.ts";
import {
  eachDownwardFile,
  fileMode,
  validateDownwardFile,
  validateKeyToPath,
  validateProjected,
} from "./projected-volumes.ts";
import {
  awsElasticBlockStore,
  azureDisk,
  azureFile,
  cinder,
  csi,
  fibreChannel,
  flexVolume,
  flocker,
  gcePersistentDisk,
  glusterfs,
  hostPath,
  image,
  initiatorTooLong,
  iscsi,
  isTooLongForInitiator,
  nfs,
  quobyte,
  rbd,
  requiring,
  scaleIo,
  storageOs,
} from "./volume-sources.ts";

/** What a volume is validated against. */
interface VolumeContext {
  readonly options: PodValidationOptions;
  readonly podName: string;
}

type VolumeCheck = (source: Fields, context: VolumeContext, volume: Fields) => void;

const emptyDir: VolumeCheck = (source) => {
  if (isNegativeQuantity(source.record["sizeLimit"]))
    addForbidden(source, "sizeLimit", "SizeLimit field must be a valid resource quantity");
};

const gitRepo: VolumeCheck = (source) => {
  requireMember(source, "repository");
  conforms(source, "directory", localDescendingPath);
};

/** Returns the check of a volume with the keys of an object as files. */
const files =
  (name: string): VolumeCheck =>
  (source) => {
    requireMember(source, name);
    fileMode(source, "defaultMode");
    eachItem(source, "items", validateKeyToPath);
  };

const downwardApi: VolumeCheck = (source) => {
  fileMode(source, "defaultMode");
  eachDownwardFile(source, validateDownwardFile);
};

const ephemeral: VolumeCheck = (source, { options, podName }, volume) => {
  const template = inside(source, "volumeClaimTemplate");
  if (template === undefined) addError(source.errors, required(source.path.child("volumeClaimTemplate")));
  else {
    templateMetadata(within(template, "metadata"));
    validateClaimSpec(within(template, "spec"), options);
  }
  const name = textAt(volume, "name");
  if (podName === "" || name === "") return;
  const claim = `${podName}-${name}`;
  for (const message of isDns1123Subdomain(claim))
    addError(volume.errors, invalid(volume.path.child("name"), name, `PVC name ${quoteGo(claim)}: ${message}`));
};

const podImage: VolumeCheck = (source, { options }) => image(source, options.resourceIsPod);

/** A kind of volume: its member, its check, and where upstream's paths differ from the member. */
interface SourceRow {
  readonly member: string;
  readonly check: VolumeCheck;
  readonly path?: string;
  readonly refusedPath?: string;
}

/** The kinds of volumes in the order in which they are checked (validateVolumeSource). */
// oxfmt-ignore
const sources: readonly SourceRow[] = [
  { member: "emptyDir", check: emptyDir },
  { member: "hostPath", check: hostPath },
  { member: "gitRepo", check: gitRepo },
  { member: "gcePersistentDisk", check: gcePersistentDisk, path: "persistentDisk" },
  { member: "awsElasticBlockStore", check: awsElasticBlockStore },
  { member: "secret", check: files("secretName") },
  { member: "nfs", check: nfs },
  { member: "iscsi", check: iscsi },
  { member: "glusterfs", check: glusterfs },
  { member: "flocker", check: flocker },
  { member: "persistentVolumeClaim", check: requiring("claimName") },
  { member: "rbd", check: rbd },
  { member: "cinder", check: cinder },
  { member: "cephfs", check: requiring("monitors"), refusedPath: "cephFS" },
  { member: "quobyte", check: quobyte },
  { member: "downwardAPI", check: downwardApi, refusedPath: "downwarAPI" },
  { member: "fc", check: fibreChannel },
  { member: "flexVolume", check: flexVolume },
  { member: "configMap", check: files("name") },
  { member: "azureFile", check: azureFile },
  { member: "vsphereVolume", check: requiring("volumePath") },
  { member: "photonPersistentDisk", check: requiring("pdID") },
  { member: "portworxVolume", check: requiring("volumeID") },
  { member: "azureDisk", check: azureDisk },
  { member: "storageos", check: storageOs },
  { member: "projected", check: (source, { options }) => validateProjected(source, options) },
  { member: "scaleIO", check: scaleIo },
  { member: "csi", check: csi },
  { member: "ephemeral", check: ephemeral },
  { member: "image", check: podImage },
];

function validateSource(volume: Fields, context: VolumeContext): void {
  let count = 0;
  for (const { member, check, path = member, refusedPath = member } of sources) {
    const record = volume.record[member];
    if (!isRecord(record)) continue;
    if (count++ > 0)
      addError(volume.errors, forbidden(volume.path.child(refusedPath), "may not specify more than 1 volume type"));
    else check({ record, path: volume.path.child(path), errors: volume.errors }, context, volume);
    if (member !== "iscsi" || record["initiatorName"] === undefined) continue;
    const name = textAt(volume, "name");
    if (isTooLongForInitiator(name, record))
      addError(volume.errors, invalid(volume.path.child("name"), name, initiatorTooLong));
  }
  if (count === 0) addError(volume.errors, required(volume.path, "must specify a volume type"));
}

const noVolumes: ReadonlyMap<string, JsonRecord> = new Map();

/** Returns the claims that are made for the ephemeral volumes of a pod. */
function createdClaims(spec: Fields, podName: string): ReadonlySet<string> {
  const names = new Set<string>();
  if (podName === "") return names;
  for (const item of itemsAt(spec.record, "volumes")) {
    const volume = asRecord(item);
    if (isRecord(volume["ephemeral"])) names.add(`${podName}-${stringAt(volume, "name")}`);
  }
  return names;
}

interface KnownVolumes {
  readonly options: PodValidationOptions;
  readonly volumes: ReadonlyMap<string, JsonRecord>;
}

/** Lists of volumes of templates that are valid; a list is remembered no longer than something refers to it. */
const knownVolumes = new WeakMap<readonly unknown[], KnownVolumes>();

/** Validates the volumes of a pod spec and returns those that are valid, by name (ValidateVolumes). */
export function validateVolumes(
  spec: Fields,
  options: PodValidationOptions,
  podName: string,
): ReadonlyMap<string, JsonRecord> {
  const list = itemsAt(spec.record, "volumes");
  if (list.length === 0) return noVolumes;
  const known = knownVolumes.get(list);
  if (known?.options === options && podName === "") return known.volumes;
  const errorsBefore = countErrors(spec.errors);
  const claims = keptObject(() => createdClaims(spec, podName));
  const valid = keptMap<string, JsonRecord>();
  const context: VolumeContext = { options, podName };
  eachItem(spec, "volumes", (volume) => {
    const before = countErrors(volume.errors);
    validateSource(volume, context);
    const name = textAt(volume, "name");
    if (requireMember(volume, "name")) conforms(volume, "name", isDns1123Label);
    if (valid.has(name)) addError(volume.errors, duplicate(volume.path.child("name"), name));
    if (countErrors(volume.errors) === before) valid.set(name, volume.record);
    const claim = stringAt(recordAt(volume.record, "persistentVolumeClaim"), "claimName");
    if (claim !== "" && claims.has(claim))
      addError(
        volume.errors,
        invalid(
          volume.path.child("persistentVolumeClaim", "claimName"),
          claim,
          "must not reference a PVC that gets created for an ephemeral volume",
        ),
      );
  });
  const isOrdinary = podName === "" && runningWork() === undefined; // large ones would take another way after a pause
  if (isOrdinary && countErrors(spec.errors) === errorsBefore) knownVolumes.set(list, { options, volumes: valid });
  return valid;
}
