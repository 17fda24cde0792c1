import { addError, addErrors, forbidden, invalid, type FieldError } from "../../../apimachinery/field-error.ts";
import { isValidGroupId } from "../../../apimachinery/validation/names.ts";
import { goStruct, goRecord, type GoMember } from "../../go-print.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { atMostBytes, conforms, inRange, oneOf, requireOneOf } from "../../validation/checks.ts";
import {
  addDuplicate,
  addForbidden,
  addInvalid,
  addRequired,
  eachItem,
  errorsOfEach,
  flagAt,
  inside,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import type { PodContext } from "./context.ts";
import { localDescendingPath } from "./paths.ts";
import { validateWindowsOptions } from "./windows-options.ts";

const maxId = 2147483647;
const profileTypes = ["Localhost", "RuntimeDefault", "Unconfined"];

const seccompMembers: readonly GoMember[] = [
  ["Type", "type", ""],
  ["LocalhostProfile", "localhostProfile", null],
];

function validateSeccompProfile(context: Fields): void {
  const profile = inside(context, "seccompProfile");
  if (profile === undefined) return;
  requireOneOf(profile, "type", profileTypes, "type is required when seccompProfile is set");
  if (textAt(profile, "type") === "Localhost") {
    if (isSet(profile, "localhostProfile")) conforms(profile, "localhostProfile", localDescendingPath);
    else addRequired(profile, "localhostProfile", "must be set when seccomp type is Localhost");
  } else if (isSet(profile, "localhostProfile"))
    addError(
      profile.errors,
      invalid(
        profile.path.child("localhostProfile"),
        goStruct(profile.record, seccompMembers),
        "can only be set when seccomp type is Localhost",
      ),
    );
}

const needsProfile = "must be set when AppArmor type is Localhost";

function validateAppArmorProfile(context: Fields): void {
  const profile = inside(context, "appArmorProfile");
  if (profile === undefined) return;
  requireOneOf(profile, "type", profileTypes, "type is required when appArmorProfile is set");
  const type = textAt(profile, "type");
  const name = textAt(profile, "localhostProfile");
  if (type === "Localhost") {
    if (name.trim() !== name) addInvalid(profile, "localhostProfile", "must not be padded with whitespace");
    else if (name === "") addRequired(profile, "localhostProfile", needsProfile);
    atMostBytes(profile, "localhostProfile", 4095);
  } else if ((type === "RuntimeDefault" || type === "Unconfined") && isSet(profile, "localhostProfile"))
    addInvalid(profile, "localhostProfile", "can only be set when AppArmor type is Localhost");
}

function profilesAndWindows(context: Fields): void {
  validateSeccompProfile(context);
  validateWindowsOptions(context);
  validateAppArmorProfile(context);
}

const list = (value: unknown): unknown => value ?? null;
const part =
  (members: readonly GoMember[]) =>
  (value: unknown): unknown =>
    isRecord(value) ? goRecord(value, members) : null;

/** The members of a container's security context in Go. */
const contextMembers: readonly GoMember[] = [
  [
    "Capabilities",
    "capabilities",
    part([
      ["Add", "add", list],
      ["Drop", "drop", list],
    ]),
  ],
  ["Privileged", "privileged", null],
  [
    "SELinuxOptions",
    "seLinuxOptions",
    part([
      ["User", "user", ""],
      ["Role", "role", ""],
      ["Type", "type", ""],
      ["Level", "level", ""],
    ]),
  ],
  [
    "WindowsOptions",
    "windowsOptions",
    part([
      ["GMSACredentialSpecName", "gmsaCredentialSpecName", null],
      ["GMSACredentialSpec", "gmsaCredentialSpec", null],
      ["RunAsUserName", "runAsUserName", null],
      ["HostProcess", "hostProcess", null],
    ]),
  ],
  ["RunAsUser", "runAsUser", null],
  ["RunAsGroup", "runAsGroup", null],
  ["RunAsNonRoot", "runAsNonRoot", null],
  ["ReadOnlyRootFilesystem", "readOnlyRootFilesystem", null],
  ["AllowPrivilegeEscalation", "allowPrivilegeEscalation", null],
  ["ProcMount", "procMount", null],
  ["SeccompProfile", "seccompProfile", part(seccompMembers)],
  ["AppArmorProfile", "appArmorProfile", part(seccompMembers)],
];

function validateEscalation(context: Fields): void {
  if (context.record["allowPrivilegeEscalation"] !== false) return;
  const refuse = (message: string): void =>
    void addError(context.errors, invalid(context.path, goStruct(context.record, contextMembers), message));
  if (flagAt(context, "privileged")) refuse("cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
  const capabilities = inside(context, "capabilities");
  if (capabilities === undefined) return;
  for (const capability of itemsAt(capabilities.record, "add"))
    if (capability === "CAP_SYS_ADMIN")
      refuse("cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
}

/** Validates the security context of a container (ValidateSecurityContext). */
export function validateSecurityContext(container: Fields, { hostUsers }: PodContext): void {
  const context = inside(container, "securityContext");
  if (context === undefined) return;
  inRange(context, "runAsUser", 0, maxId);
  inRange(context, "runAsGroup", 0, maxId);
  oneOf(context, "procMount", ["Default", "Unmasked"]);
  if (hostUsers && textAt(context, "procMount") === "Unmasked")
    addInvalid(context, "procMount", "`hostUsers` must be false to use `Unmasked`");
  validateSeccompProfile(context);
  validateEscalation(context);
  validateWindowsOptions(context);
  validateAppArmorProfile(context);
}

const sysctlPattern = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;
const sysctlMessage = `must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$`;
const ipcSysctls = new Set(
  ["sem", "shmall", "shmmax", "shmmni", "shm_rmid_forced", "shm", "msgmax", "msgmnb", "msgmni", "msg"].map(
    (name) => `kernel.${name}`,
  ),
);

/** Returns the namespace of the kernel that a sysctl belongs to (sysctl.GetNamespace). */
export function namespaceOfSysctl(name: string): "net" | "ipc" | undefined {
  const separator = /[./]/.exec(name)?.[0];
  const normal = separator === "/" ? name.replace(/[./]/g, (c) => (c === "." ? "/" : ".")) : name;
  const [plain = ""] = normal.split("*");
  if (ipcSysctls.has(plain) || plain.startsWith("fs.mqueue.")) return "ipc";
  return plain.startsWith("net.") ? "net" : undefined;
}

function validateSysctls(spec: Fields, context: Fields, keepsHostSysctls: boolean): void {
  const seen = new Set<string>();
  eachItem(context, "sysctls", (sysctl) => {
    const name = textAt(sysctl, "name");
    if (name === "") addRequired(sysctl, "name");
    else if (name.length > 253 || !sysctlPattern.test(name)) addInvalid(sysctl, "name", sysctlMessage);
    else if (seen.has(name)) addDuplicate(sysctl, "name");
    seen.add(name);
    if (keepsHostSysctls) return;
    const namespace = namespaceOfSysctl(name);
    if (flagAt(spec, "hostNetwork") && namespace === "net")
      addInvalid(sysctl, "name", "may not be specified when 'hostNetwork' is true");
    else if (flagAt(spec, "hostIPC") && namespace === "ipc")
      addInvalid(sysctl, "name", "may not be specified when 'hostIPC' is true");
  });
}

/** Groups must be ids of groups. */
export function validateGroups({ record, path, errors }: Fields): void {
  const groups = path.child("supplementalGroups");
  const check = (id: unknown, i: number): readonly FieldError[] =>
    isValidGroupId(Number(id)).map((message) => invalid(groups.index(i), Number(id), message));
  addErrors(errors, errorsOfEach(itemsAt(record, "supplementalGroups"), check));
}

/** Validates the security context of a pod (validatePodSpecSecurityContext). */
export function validatePodSecurityContext(spec: Fields, { options }: PodContext): void {
  const context = inside(spec, "securityContext");
  if (context === undefined) return;
  inRange(context, "fsGroup", 0, maxId);
  inRange(context, "runAsUser", 0, maxId);
  inRange(context, "runAsGroup", 0, maxId);
  validateGroups(context);
  if (flagAt(spec, "hostPID") && flagAt(spec, "shareProcessNamespace"))
    addError(
      context.errors,
      invalid(
        context.path.child("shareProcessNamespace"),
        true,
        "ShareProcessNamespace and HostPID cannot both be enabled",
      ),
    );
  validateSysctls(spec, context, options.tolerated.hostSysctls === true);
  oneOf(context, "fsGroupChangePolicy", ["Always", "OnRootMismatch"]);
  profilesAndWindows(context);
  oneOf(context, "supplementalGroupsPolicy", ["Merge", "Strict"]);
  oneOf(
    context,
    "seLinuxChangePolicy",
    options.onlyRecursiveSeLinuxChangePolicy ? ["Recursive"] : ["MountOption", "Recursive"],
  );
}

/** User namespaces cannot be combined with other namespaces of the host (validateHostUsers). */
export function validateHostUsers(spec: Fields, { hostUsers }: PodContext): void {
  if (hostUsers) return;
  const message = "when `hostUsers` is false";
  if (flagAt(spec, "hostNetwork")) addForbidden(spec, "hostNetwork", message);
  for (const [member, path] of [
    ["hostPID", "HostPID"],
    ["hostIPC", "HostIPC"],
  ] as const)
    if (flagAt(spec, member)) addError(spec.errors, forbidden(spec.path.child(path), message));
}
