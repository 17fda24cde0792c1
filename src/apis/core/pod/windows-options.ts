import { keptObject } from "../../../component-base/work.ts";
import { forbidden, invalid, addError } from "../../../apimachinery/field-error.ts";
import { byteLength } from "../../../apimachinery/go-strings.ts";
import { isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import { conforms } from "../../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addMessages,
  flagAt,
  inside,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { eachContainer } from "./each-container.ts";

const maxCredentialSpec = 64 * 1024;
const maxDomain = 256;
const maxUser = 104;
// oxlint-disable-next-line no-control-regex -- control characters are what the rule is about
const control = /[\u0000-\u001f\u007f]/;
const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsDomain = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Returns the errors of a user of Windows: `DOMAIN\user` or `user`. */
function userNameErrors(name: string): readonly string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  if (control.test(name)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  const messages: string[] = [];
  if (domain !== undefined && byteLength(domain) >= maxDomain)
    messages.push(`runAsUserName's Domain length must be under ${maxDomain} characters`);
  if (domain !== undefined && !netBios.test(domain) && !dnsDomain.test(domain))
    messages.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  if (user === "") messages.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > maxUser)
    messages.push(`runAsUserName's User length must not be longer than ${maxUser} characters`);
  if (/^[. ]+$/.test(user)) messages.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user))
    messages.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  return messages;
}

/** Validates the options of a security context for Windows (validateWindowsSecurityContextOptions). */
export function validateWindowsOptions(context: Fields): void {
  const options = inside(context, "windowsOptions");
  if (options === undefined) return;
  if (isSet(options, "gmsaCredentialSpecName")) conforms(options, "gmsaCredentialSpecName", isDns1123Subdomain);
  if (isSet(options, "gmsaCredentialSpec")) {
    const length = byteLength(textAt(options, "gmsaCredentialSpec"));
    if (length === 0) addInvalid(options, "gmsaCredentialSpec", "gmsaCredentialSpec cannot be an empty string");
    else if (length > maxCredentialSpec)
      addInvalid(options, "gmsaCredentialSpec", "gmsaCredentialSpec size must be under 64 KiB");
  }
  if (isSet(options, "runAsUserName"))
    addMessages(options, "runAsUserName", userNameErrors(textAt(options, "runAsUserName")));
}

/** Returns whether a security context asks for a process on the host; undefined if it does not say. */
function hostProcessOf(fields: Fields): boolean | undefined {
  const context = inside(fields, "securityContext");
  const options = context === undefined ? undefined : inside(context, "windowsOptions");
  const value = options?.record["hostProcess"];
  return typeof value === "boolean" ? value : undefined;
}

/** Either all containers of a pod are processes on the host or none is (validateWindowsHostProcessPod). */
export function validateHostProcess(spec: Fields): void {
  const ofPod = hostProcessOf(spec);
  const of = keptObject(() => ({ all: 0, host: 0 }));
  eachContainer(spec, (container) => {
    of.all++;
    const own = hostProcessOf(container);
    if (ofPod !== undefined && own !== undefined && own !== ofPod)
      addError(
        container.errors,
        invalid(
          container.path.child("securityContext", "windowsOptions", "hostProcess"),
          own,
          `pod hostProcess value must be identical if both are specified, was ${ofPod}`,
        ),
      );
    if (own ?? ofPod === true) of.host++;
  });
  if (of.host === 0) return;
  if (of.host !== of.all)
    addError(
      spec.errors,
      invalid(
        spec.path,
        "",
        "If pod contains any hostProcess containers then all containers must be HostProcess containers",
      ),
    );
  if (!flagAt(spec, "hostNetwork"))
    addError(
      spec.errors,
      invalid(
        spec.path.child("hostNetwork"),
        false,
        "hostNetwork must be true if pod contains any hostProcess containers",
      ),
    );
}

const notForWindows = "cannot be set for a windows pod";
/** Members of a pod that only Linux has, in the order of their errors: of the spec or of its security context. */
const podMembers = [
  "appArmorProfile",
  "seLinuxOptions",
  "hostUsers",
  "hostPID",
  "hostIPC",
  "seccompProfile",
  "fsGroup",
  "fsGroupChangePolicy",
  "sysctls",
  "shareProcessNamespace",
  "runAsUser",
  "runAsGroup",
  "supplementalGroups",
  "supplementalGroupsPolicy",
  "seLinuxChangePolicy",
];
const ofSpec: ReadonlySet<string> = new Set(["hostUsers", "hostPID", "hostIPC", "shareProcessNamespace"]);
const containerMembers = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

/** Reports whether a member is there: flags count when they are true, lists of sysctls when they are not empty. */
function isGiven(fields: Fields, member: string): boolean {
  if (member === "sysctls") return itemsAt(fields.record, member).length > 0;
  return member === "hostPID" || member === "hostIPC" ? flagAt(fields, member) : isSet(fields, member);
}

function forbidAll(members: readonly string[], owner: (member: string) => Fields | undefined): void {
  for (const member of members) {
    const fields = owner(member);
    if (fields !== undefined && isGiven(fields, member)) addForbidden(fields, member, notForWindows);
  }
}

/** A pod of Windows must not ask for what only Linux has (validateWindows). */
export function validateWindowsPod(spec: Fields): void {
  const ofPod = inside(spec, "securityContext");
  forbidAll(podMembers, (member) => (ofSpec.has(member) ? spec : ofPod));
  eachContainer(spec, (container) => {
    const context = inside(container, "securityContext");
    if (context !== undefined) forbidAll(containerMembers, () => context);
  });
}

/** A pod of Linux must not have options for Windows (validateLinux). */
export function validateLinuxPod(spec: Fields): void {
  const refuse = (fields: Fields): void => {
    const context = inside(fields, "securityContext");
    if (context !== undefined && isSet(context, "windowsOptions"))
      addError(
        context.errors,
        forbidden(context.path.child("windowsOptions"), "windows options cannot be set for a linux pod"),
      );
  };
  refuse(spec);
  eachContainer(spec, refuse);
}
