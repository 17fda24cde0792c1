import { trim } from "../../apimachinery/trim.ts";
import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { stepsOf, valueOfPath } from "./field-path.ts";
import { type Mend, type Told, write } from "./mend.ts";
import {
  absentNumber,
  besideAnother,
  choice,
  configKey,
  defaultBeyondMaximum,
  formOfText,
  groupsOfRule,
  nameOfSet,
  ofDefinition,
  onlyValue,
  otherWay,
  quotaName,
  timeZone,
} from "./mends-of-fields.ts";
import { bounds, labelValue, leftOut, superfluous, tooLong, unchangeable } from "./mends-of-values.ts";
import type { Refused } from "./refused.ts";

/** `Unsupported value: "Alway": supported values: "Always", "IfNotPresent", "Never"` */
const supportedValue: Mend = ({ field, message }, { request: { body } }) => {
  const match = /Unsupported value: "([^"]*)": supported values: (.*)$/s.exec(message);
  if (match === null) return undefined;
  const [, sent = "", list = ""] = match;
  const supported = [...list.matchAll(/"([^"]*)"/g)].map(([, value = ""]) => value);
  const cased = supported.find((value) => value.toLowerCase() === sent.toLowerCase());
  const short = supported.find((value) => initials(value) === sent || (sent.length > 2 && value.startsWith(sent)));
  const meant = cased ?? short ?? nearestWord(sent, supported) ?? (supported.length === 1 ? supported[0] : undefined);
  if (meant !== undefined) return write(pathOfItem(stepsOf(field), sent, body), meant);
  const [last, ...others] = supported.toReversed();
  if (last === undefined || others.length === 0) return undefined;
  return { kind: "advice", words: `Choose for ${field}: ${others.toReversed().join(", ")} or ${last}` };
};

/** What kubectl prints of an access mode: `RWO` for `ReadWriteOnce`, `RWX` for `ReadWriteMany`. */
const initials = (value: string): string => value.replace("Many", "X").replace(/[^A-Z]/g, "");

/** The path of the value itself where a validator names the list that it is in. */
function pathOfItem(path: readonly (string | number)[], value: string, body: unknown): readonly (string | number)[] {
  const list = valueOfPath(body, path);
  return Array.isArray(list) ? [...path, list.indexOf(value)] : path;
}

/** The same of a value that the validator prints as a struct: `{"Type":"Rolling",…}` is of the field `type` in it. */
const supportedType: Mend = ({ field, message }, { request: { body } }) => {
  const list = /Unsupported value: \{"Type":.*supported values: (.*)$/s.exec(message)?.[1];
  const path = [...stepsOf(field), "type"];
  const sent = valueOfPath(body, path);
  if (list === undefined || typeof sent !== "string") return undefined;
  const supported = [...list.matchAll(/"([^"]*)"/g)].map(([, value = ""]) => value);
  const longer = supported.find((value) => value.toLowerCase().startsWith(sent.toLowerCase()));
  const meant = longer ?? nearestWord(sent, supported);
  return meant === undefined ? undefined : write(path, meant);
};

/** The labels of a template that its own selector does not match. */
const templateLabels: Mend = ({ field, message }, { request: { body } }) => {
  // A Job has labels of its own, which the server gives to its template.
  if (!/`selector` does not match template `labels`/.test(message) || message.includes("controller-uid"))
    return undefined;
  const spec = isRecord(body) ? body["spec"] : undefined;
  const wanted = membersOf(membersOf(membersOf(spec)["selector"])["matchLabels"]);
  const pairs = Object.entries(wanted).filter(([, value]) => typeof value === "string");
  const words = pairs.map(([name, value]) => `${name}=${String(value)}`).join(", ");
  return pairs.length === 0
    ? undefined
    : {
        kind: "edit",
        words: `Give the template the labels of the selector: ${words}`,
        edits: pairs.map(([name, value]) => ({ path: [...stepsOf(field), name], value })),
      };
};

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** A name with capital letters, underscores or blanks. */
const dnsName: Mend = ({ field, message }, { request: { body } }) => {
  const isStrict = /a DNS-1035 label/.test(message);
  if (!isStrict && !/a lowercase RFC 1123/.test(message)) return undefined;
  const path = stepsOf(field);
  const name = valueOfPath(body, path);
  if (typeof name !== "string") return undefined;
  const isLabel = /label must/.test(message);
  // A host that was written as an address has more than its name.
  const host = /host/i.test(field) ? (name.replace(/^\w+:\/\//, "").split(/[:/]/, 1)[0] ?? "") : name;
  const bare = trim(host.toLowerCase().replace(isLabel ? /[^a-z0-9-]+/g : /[^a-z0-9.-]+/g, "-"), "-.");
  const valid = isStrict && /^[0-9]/.test(bare) ? `x-${bare}` : bare;
  return valid === "" || valid === name ? undefined : write(path, valid);
};

/** The name of a definition, which its plural and its group make. */
const definitionName: Mend = ({ field, message }, { request: { body } }) =>
  field === "metadata.name" && message.includes('must be spec.names.plural+"."+spec.group')
    ? write(["metadata", "name"], `${textAt(body, "spec.names.plural").toLowerCase()}.${textAt(body, "spec.group")}`)
    : undefined;

/** A finalizer without a domain. */
const finalizerName: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const name = valueOfPath(body, path);
  if (!/neither a standard finalizer name nor is it fully qualified/.test(message) || typeof name !== "string")
    return undefined;
  return write(path, `example.com/${name}`);
};

/** A label or annotation whose name has characters that names do not have. */
const labelName: Mend = ({ field, message }, { request: { body } }) => {
  const name = /^Invalid value: "([^"]*)": (?:name part|a qualified name) must consist/.exec(message)?.[1];
  const path = [...stepsOf(field), name ?? ""];
  const [prefix = "", ...rest] = (name ?? "").split("/");
  const written = rest.length === 0 ? prefix : `${prefix}/${rest.join("-")}`;
  const valid = trim(written.replace(/[^A-Za-z0-9._/-]+/g, "-"), "-._");
  if (name === undefined || valid === "" || valueOfPath(body, path) === undefined) return undefined;
  return { kind: "edit", words: `Write ${field}[${valid}]`, edits: [{ path, name: valid }] };
};

/** Requests beyond their limit: `must be less than or equal to cpu limit of 1`. */
const limitBelowRequest: Mend = ({ field, message }, { request: { body } }) => {
  const resource = /must be less than or equal to (\S+) limit/.exec(message)?.[1];
  const path = stepsOf(field);
  const asked = valueOfPath(body, [...path, resource ?? ""]);
  if (resource === undefined || path.at(-1) !== "requests") return undefined;
  if (typeof asked !== "string" && typeof asked !== "number") return undefined;
  return write([...path.slice(0, -1), "limits", resource], asked);
};

/** A volume that a container mounts and the pod does not have. */
const volumeOfMount: Mend = ({ field, message }, { request: { body } }) => {
  const name = /^Not found: "([^"]*)"/.exec(message)?.[1];
  const path = stepsOf(field);
  const at = path.findIndex((step) => step === "containers" || step === "initContainers");
  if (name === undefined || at < 0 || !path.includes("volumeMounts")) return undefined;
  const volumes = [...path.slice(0, at), "volumes"];
  const present = valueOfPath(body, volumes);
  const list: readonly unknown[] = Array.isArray(present) ? present : [];
  const near = nearestWord(
    name,
    list.map((volume) => textAt(volume, "name")),
  );
  if (near !== undefined) return write(path, near);
  const value = [...list, { name, emptyDir: {} }];
  return { kind: "edit", words: `Add an empty volume ${name}`, edits: [{ path: volumes, value }] };
};

/** A name that another item of the list has. */
const duplicateName: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const name = valueOfPath(body, path);
  if (!message.startsWith("Duplicate value") || path.at(-1) !== "name" || typeof name !== "string") return undefined;
  return write(path, `${name}-${Number(path.at(-2)) + 1}`);
};

/** A number below the least one, or a rollout that could replace nothing. */
const leastNumber: Mend = ({ field, message }) => {
  if (/may not be 0 when `maxSurge` is 0/.test(message)) return write(stepsOf(field), 1);
  if (/may not specify a duration less than 10 minutes/.test(message)) return write(stepsOf(field), 600);
  const below = /must be greater than (\d+)$/.exec(message)?.[1];
  if (below !== undefined) return write(stepsOf(field), Number(below) + 1);
  const least = /must be greater than or equal to (\d+)$/.exec(message)?.[1];
  return least === undefined ? undefined : write(stepsOf(field), Number(least));
};

/** A list or a number of a schema: too many items, or a text where a number belongs. */
const bySchema: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const value = valueOfPath(body, path);
  const most = /must have at most (\d+) items?$/.exec(message)?.[1];
  if (most !== undefined && Array.isArray(value))
    return {
      kind: "edit",
      words: `Keep the first ${most} of ${field}`,
      edits: [{ path, value: value.slice(0, Number(most)) }],
    };
  if (/must be of type (?:integer|number)/.test(message) && typeof value === "string" && /^-?\d+$/.test(value))
    return write(path, Number(value));
  return undefined;
};

/** An update without the revision that it is for. */
const revision: Mend = ({ field, message }, { request: { path } }) =>
  field === "metadata.resourceVersion" && /must be specified for an update/.test(message)
    ? {
        kind: "other-request",
        words: "Get the object, and update that",
        method: "GET",
        target: path.split("?")[0] ?? path,
      }
    : undefined;

/** Fields that have to be there, and what is usual or follows from the rest of the body. */
const usual: Mend = ({ field, message }, { request: { body } }) => {
  if (!message.startsWith("Required value")) return undefined;
  const path = stepsOf(field);
  const [last] = path.slice(-1);
  const valid = /valid values: .*"([^"]+)"$/.exec(message)?.[1];
  if (valid !== undefined) return write(path, valid);
  if (last === "pathType") return write(path, "Prefix");
  const labels = valueOfPath(body, ["spec", "template", "metadata", "labels"]);
  if (field === "spec.selector" && isRecord(labels))
    return {
      kind: "edit",
      words: "Select the labels of the template",
      edits: [{ path, value: { matchLabels: labels } }],
    };
  return undefined;
};

/** The names that the ports of a Service need when there are several. */
const portNames: Mend = ({ field, message }, { request: { body } }) => {
  const ports = valueOfPath(body, ["spec", "ports"]);
  if (!message.startsWith("Required value") || !/^spec\.ports\[\d+\]\.name$/.test(field) || !Array.isArray(ports))
    return undefined;
  const unnamed = ports.flatMap((port, i) => (textAt(port, "name") === "" ? [{ port, i }] : []));
  const edits = unnamed.map(({ port, i }) => ({
    path: ["spec", "ports", i, "name"],
    value: `port-${textAt(port, "port")}`,
  }));
  return { kind: "edit", words: `Name the ports: ${edits.map(({ value }) => value).join(", ")}`, edits };
};

const required: Mend = ({ field, message }) =>
  message.startsWith("Required value") ? { kind: "advice", words: `Set ${field}` } : undefined;

const mends: readonly Mend[] = [
  supportedValue,
  supportedType,
  templateLabels,
  definitionName,
  dnsName,
  finalizerName,
  labelName,
  labelValue,
  tooLong,
  formOfText,
  onlyValue,
  nameOfSet,
  ofDefinition,
  timeZone,
  quotaName,
  configKey,
  choice,
  absentNumber,
  besideAnother,
  defaultBeyondMaximum,
  groupsOfRule,
  otherWay,
  limitBelowRequest,
  volumeOfMount,
  duplicateName,
  leastNumber,
  bounds,
  bySchema,
  leftOut,
  superfluous,
  revision,
  unchangeable,
  portNames,
  usual,
  required,
];

/** The field as it was written, where a validator names it as the server keeps it: definitions of one version. */
function writtenField(field: string, body: unknown): string {
  if (valueOfPath(body, ["spec", "versions", 0]) === undefined) return field;
  return field
    .replace(/^spec\.validation\./, "spec.versions[0].schema.")
    .replace(/^spec\.(?=additionalPrinterColumns|subresources)/, "spec.versions[0].")
    .replace(/\.JSONPath$/, ".jsonPath");
}

/** What would satisfy a validator; undefined where that is not known. */
export function mendOf({ field, message }: Told, refused: Refused): Remedy | undefined {
  const cause = { field: writtenField(field, refused.request.body), message };
  for (const mend of mends) {
    const remedy = mend(cause, refused);
    if (remedy !== undefined) return remedy;
  }
  return undefined;
}
