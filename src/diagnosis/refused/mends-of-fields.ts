import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Remedy } from "../diagnosis.ts";
import { itemsAt, numberAt, textsAt } from "../fields.ts";
import { knownKinds } from "../known-kinds.ts";
import { stepsOf, valueOfPath } from "./field-path.ts";
import { type Mend, write } from "./mend.ts";

// What satisfies validators of fields whose values have a form, a set of names or a field beside them.

const advice = (words: string): Remedy => ({ kind: "advice", words });

const leaveOut = (field: string, why = ""): Remedy => ({
  kind: "edit",
  words: `Leave out ${field}${why}`,
  edits: [{ path: stepsOf(field) }],
});

/** Values of a form: what a validator says of them, and the nearest value of that form. */
const forms: readonly (readonly [RegExp, (value: string) => string])[] = [
  [/must not have leading or trailing whitespace/, (value) => value.trim()],
  [/must be "latest" or "v1\.x"/, (value) => value.replace(/^(?=1\.\d+$)/, "v")],
  [/must be a simple json path starting with \./, (value) => `.${value}`],
  [/must be an absolute path/, (value) => `/${value}`],
  [/a valid percent string must be/, (value) => `${value.replace(/[^0-9]/g, "")}%`],
  [
    /must be a valid CIDR value/,
    (value) => (/^[\d.]+$/.test(value) ? `${value}/32` : /^[\da-f:]+$/i.test(value) ? `${value}/128` : value),
  ],
];

/** A text that is nearly of the form that its field takes. */
export const formOfText: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const value = valueOfPath(body, path);
  const form = forms.find(([pattern]) => pattern.test(message));
  if (form === undefined || typeof value !== "string") return undefined;
  const valid = form[1](value);
  return valid === value ? undefined : write(path, valid);
};

/** The only value that a field takes where others are set as they are. */
export const onlyValue: Mend = ({ field, message }) => {
  const [, text, number] = /(?:only "([^"]+)" is supported|^Invalid value: -?\d+: must be (\d+)$)/.exec(message) ?? [];
  if (text === undefined && number === undefined) return undefined;
  return write(stepsOf(field), text ?? Number(number));
};

/** A name of a set that the validator lists, or that Kubernetes has. */
const sets: readonly (readonly [RegExp, readonly string[]])[] = [
  [/must be a standard limit type/, ["Container", "Pod", "PersistentVolumeClaim"]],
  [
    /field label not supported/,
    "metadata.name metadata.namespace metadata.uid spec.nodeName spec.serviceAccountName status.hostIP status.hostIPs status.podIP status.podIPs".split(
      " ",
    ),
  ],
];

export const nameOfSet: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const value = valueOfPath(body, path);
  const listed = /must be one of ([\w, -]+)$/.exec(message)?.[1]?.split(", ");
  const names = listed ?? sets.find(([pattern]) => pattern.test(message))?.[1];
  if (names === undefined || typeof value !== "string") return undefined;
  const meant = names.find((name) => name.toLowerCase() === value.toLowerCase()) ?? nearestWord(value, names);
  return meant === undefined ? advice(`Choose for ${field}: ${names.join(", ")}`) : write(path, meant);
};

/** A time zone of another spelling. */
export const timeZone: Mend = ({ field, message }) => {
  const zone = /unknown time zone (\S+)$/.exec(message)?.[1];
  const meant = zone && nearestWord(zone, Intl.supportedValuesOf("timeZone"));
  return meant ? write(stepsOf(field), meant) : undefined;
};

/** What a quota counts, under another name: `pod`, `cpu.requests`. */
export const quotaName: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const name = String(path.at(-1));
  if (!/must be a standard resource (?:type|for quota)/.test(message) || valueOfPath(body, path) === undefined)
    return undefined;
  const names =
    "cpu memory ephemeral-storage pods services secrets configmaps persistentvolumeclaims resourcequotas replicationcontrollers services.nodeports services.loadbalancers requests.cpu requests.memory requests.storage requests.ephemeral-storage limits.cpu limits.memory limits.ephemeral-storage".split(
      " ",
    );
  const swapped = name.split(".").toReversed().join(".");
  const meant = names.includes(swapped) ? swapped : nearestWord(name.toLowerCase(), names);
  return meant === undefined
    ? undefined
    : { kind: "edit", words: `Write ${field.replace(name, meant)}`, edits: [{ path, name: meant }] };
};

/** A key of a ConfigMap or Secret that no file could have. */
export const configKey: Mend = ({ field, message }) => {
  const path = stepsOf(field);
  const name = String(path.at(-1)).replace(/[^-._a-zA-Z0-9]+/g, "-");
  return /a valid config key must consist/.test(message)
    ? { kind: "edit", words: `Write ${field.replace(String(path.at(-1)), name)}`, edits: [{ path, name }] }
    : undefined;
};

/** Things of which one is to be chosen and none is: handlers of a probe, sources of a volume. */
export const choice: Mend = ({ field, message }) => {
  const what = /must specify a (handler|volume) type/.exec(message)?.[1];
  if (what === undefined) return undefined;
  if (what === "handler")
    return advice(
      `Give ${field} a handler: ${field.includes("lifecycle") ? "exec, httpGet or sleep" : "exec, grpc, httpGet or tcpSocket"}`,
    );
  const sources =
    field === "spec" ? "csi, nfs, local or hostPath" : "emptyDir, configMap, secret or persistentVolumeClaim";
  return advice(`Give ${field} a source, such as ${sources}`);
};

/** A number that is checked though it was not sent: the port of a probe, which is that of its container. */
export const absentNumber: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  if (!message.startsWith("Invalid value: 0: must be between") || valueOfPath(body, path) !== undefined)
    return undefined;
  const at = path.findIndex((step) => step === "containers" || step === "initContainers");
  const port = numberAt(itemsAt(valueOfPath(body, path.slice(0, at + 2)), "ports")[0], "containerPort");
  return at >= 0 && port !== undefined ? write(path, port) : advice(`Set ${field}`);
};

/** The type of a schema, which its members show, and a switch that has one position. */
export const ofDefinition: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const schema = valueOfPath(body, path.slice(0, -1));
  if (path.at(-1) === "type" && isRecord(schema) && /must not be empty for specified/.test(message))
    return write(path, "items" in schema ? "array" : "properties" in schema ? "object" : "string");
  return /^Invalid value: true: (?:must be false|cannot set to true)/.test(message) ? leaveOut(field) : undefined;
};

/** Values beside which this one may not stand. */
export const besideAnother: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const isThere = valueOfPath(body, path) !== undefined;
  if (/value must be empty when `operator` is 'Exists'/.test(message))
    return leaveOut(field.replace(/operator$/, "value"));
  if (/may not be set for init containers without restartPolicy=Always/.test(message))
    return leaveOut(field, ": only sidecars, with restartPolicy: Always, have it");
  if (/`selector` not auto-generated/.test(message))
    return leaveOut(field, ": the Job selects its pods by a label of its own");
  const both = /\b(\w+) and (\w+) cannot be both set/.exec(message);
  if (both !== null) return advice(`Leave out ${field}.${both[1] ?? ""} or ${field}.${both[2] ?? ""}`);
  return isThere && /^Forbidden: (?:may|must) not be (?:specified|set|used)\b/.test(message)
    ? leaveOut(field)
    : undefined;
};

/** A default of a LimitRange beyond what it allows. */
export const defaultBeyondMaximum: Mend = ({ field, message }, { request: { body } }) => {
  const most = /default(?: request)? value \S+ is greater than (?:max|default limit) value (\S+)$/.exec(message)?.[1];
  const path = stepsOf(field);
  return most !== undefined && valueOfPath(body, path) !== undefined ? write(path, most) : undefined;
};

/** The groups of the resources of a rule that names none. */
export const groupsOfRule: Mend = ({ field, message }, { request: { body } }) => {
  if (!/resource rules must supply at least one api group/.test(message)) return undefined;
  const path = stepsOf(field);
  const resources = textsAt(valueOfPath(body, path.slice(0, -1)), "resources").map((each) => each.split("/")[0]);
  const groups = [
    ...new Set(knownKinds.filter(({ resource }) => resources.includes(resource)).map(({ group }) => group)),
  ];
  if (groups.length === 0 || resources.includes("*")) return undefined;
  return { kind: "edit", words: `Write ${field}: ${JSON.stringify(groups)}`, edits: [{ path, value: groups }] };
};

/** Objects that another kind, or another number of fields, could say. */
export const otherWay: Mend = ({ field, message }, { request: { body } }) => {
  const fields = Number(/expected exactly 5 fields, found (\d+)/.exec(message)?.[1] ?? 5);
  if (fields !== 5)
    return advice(
      `A schedule has five fields: minute, hour, day of the month, month and day of the week${fields > 5 ? ", and no seconds" : ""}`,
    );
  if (/namespaced rules cannot apply to non-resource URLs/.test(message))
    return advice("Write it as a ClusterRole, which a ClusterRoleBinding binds: paths are in no namespace");
  if (field === "spec.accessModes" && message.startsWith("Required value") && isRecord(body))
    return {
      kind: "edit",
      words: "Write spec.accessModes: [ReadWriteOnce]",
      edits: [{ path: ["spec", "accessModes"], value: ["ReadWriteOnce"] }],
    };
  return undefined;
};
