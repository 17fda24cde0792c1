import { keptObject } from "../../../component-base/work.ts";
import { invalid, notSupported, forbidden, addError } from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { Validator } from "../../../apimachinery/validation/names.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { requireMember } from "../../validation/checks.ts";
import {
  addInvalid,
  addNotFound,
  asRecord,
  eachItem,
  flagAt,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { localDescendingPath, noBacksteps } from "./paths.ts";

type Volumes = ReadonlyMap<string, JsonRecord>;

/** The volumes that a list of a container names, and where they are: of equal names only the last place counts. */
interface Places {
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Returns the places of a list, whose paths stand in a member (GetVolumeMountMap, GetVolumeDeviceMap). */
function placesOf(container: Fields, list: string, member: string): Places {
  const places = new Map<string, string>();
  for (const item of itemsAt(container.record, list))
    places.set(stringAt(asRecord(item), "name"), stringAt(asRecord(item), member));
  return { names: new Set(places.keys()), paths: new Set(places.values()) };
}

const propagations = ["Bidirectional", "HostToContainer", "None"];

/** Errors of these members have the path of the list, as upstream's. */
function atList(list: Fields, mount: Fields, member: string, isPath: Validator): void {
  const value = textAt(mount, member);
  for (const message of isPath(value)) addError(list.errors, invalid(list.path.child(member), value, message));
}

function validatePropagation(container: Fields, list: Fields, mount: Fields): void {
  if (!isSet(mount, "mountPropagation")) return;
  const mode = textAt(mount, "mountPropagation");
  const path = list.path.child("mountPropagation");
  if (!propagations.includes(mode)) addError(list.errors, notSupported(path, mode, propagations));
  const privileged = recordAt(container.record, "securityContext")["privileged"] === true;
  if (mode === "Bidirectional" && !privileged)
    addError(
      list.errors,
      forbidden(path, "Bidirectional mount propagation is available only to privileged containers"),
    );
}

function validateRecursiveReadOnly(list: Fields, mount: Fields): void {
  if (!isSet(mount, "recursiveReadOnly")) return;
  const path = list.path.child("recursiveReadOnly");
  const value = textAt(mount, "recursiveReadOnly");
  if (value === "Disabled") return;
  if (value !== "Enabled" && value !== "IfPossible")
    return void addError(list.errors, notSupported(path, value, ["Disabled", "Enabled", "IfPossible"]));
  if (!flagAt(mount, "readOnly")) addError(list.errors, forbidden(path, "may only be specified when readOnly is true"));
  if (isSet(mount, "mountPropagation") && textAt(mount, "mountPropagation") !== "None")
    addError(list.errors, forbidden(path, "may only be specified when mountPropagation is None or not specified"));
}

/** Validates where volumes are mounted in a container (ValidateVolumeMounts). */
export function validateVolumeMounts(container: Fields, volumes: Volumes): void {
  const mounts = itemsAt(container.record, "volumeMounts");
  if (mounts.length === 0) return;
  const list: Fields = { ...container, path: container.path.child("volumeMounts") };
  const paths = new Set<string>();
  const devices = keptObject(() => placesOf(container, "volumeDevices", "devicePath"));
  eachItem(container, "volumeMounts", (mount) => {
    const [name, path] = [textAt(mount, "name"), textAt(mount, "mountPath")];
    requireMember(mount, "name");
    if (!volumes.has(name)) addNotFound(mount, "name");
    requireMember(mount, "mountPath");
    if (paths.has(path)) addInvalid(mount, "mountPath", "must be unique");
    paths.add(path);
    if (devices.names.has(name)) addInvalid(mount, "name", "must not already exist in volumeDevices");
    if (devices.paths.has(path)) addInvalid(mount, "mountPath", "must not already exist as a path in volumeDevices");
    atList(list, mount, "subPath", localDescendingPath);
    if (textAt(mount, "subPathExpr") !== "" && textAt(mount, "subPath") !== "")
      addInvalid(mount, "subPathExpr", "subPathExpr and subPath are mutually exclusive");
    atList(list, mount, "subPathExpr", localDescendingPath);
    validatePropagation(container, list, mount);
    validateRecursiveReadOnly(list, mount);
  });
}

const blockModeMessage = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";

/** Validates the block devices of a container (ValidateVolumeDevices). */
export function validateVolumeDevices(container: Fields, volumes: Volumes): void {
  if (itemsAt(container.record, "volumeDevices").length === 0) return;
  const [names, paths] = [new Set<string>(), new Set<string>()];
  const mounts = keptObject(() => placesOf(container, "volumeMounts", "mountPath"));
  eachItem(container, "volumeDevices", (device) => {
    const [name, path] = [textAt(device, "name"), textAt(device, "devicePath")];
    const volume = volumes.get(name);
    requireMember(device, "name");
    if (names.has(name)) addInvalid(device, "name", "must be unique");
    if (volume === undefined) addNotFound(device, "name");
    else if (!isRecord(volume["persistentVolumeClaim"]) && !isRecord(volume["ephemeral"]))
      addInvalid(device, "name", blockModeMessage);
    requireMember(device, "devicePath");
    if (paths.has(path)) addInvalid(device, "devicePath", "must be unique");
    if (noBacksteps(path).length > 0) addInvalid(device, "devicePath", "can not contain backsteps ('..')");
    else paths.add(path);
    if (mounts.names.has(name)) addInvalid(device, "name", "must not already exist in volumeMounts");
    if (mounts.paths.has(path)) addInvalid(device, "devicePath", "must not already exist as a path in volumeMounts");
    if (name !== "") names.add(name);
  });
}
