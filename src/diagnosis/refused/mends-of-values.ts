import { trim, trimRight } from "../../apimachinery/trim.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { stepsOf, valueOfPath } from "./field-path.ts";
import { type Mend, write } from "./mend.ts";

/** A value of a label with characters that values do not have. */
export const labelValue: Mend = ({ field, message }, { request: { body } }) => {
  if (!/a valid label must be an empty string or consist of/.test(message)) return undefined;
  const value = /^Invalid value: "((?:[^"\\]|\\.)*)"/.exec(message)?.[1];
  const path = stepsOf(field);
  const labels = valueOfPath(body, path);
  const [name] = isRecord(labels) ? (Object.entries(labels).find(([, one]) => one === value) ?? []) : [];
  const valid = trimRight(trim((value ?? "").replace(/[^A-Za-z0-9._-]+/g, "-"), "-._").slice(0, 63), "-._");
  return name === undefined || valid === "" ? undefined : write([...path, name], valid);
};

/** A name that is longer than names may be. */
export const tooLong: Mend = ({ field, message }, { request: { body } }) => {
  const most = Number(/must be no more than (\d+) (?:characters|bytes)/.exec(message)?.[1] ?? 0);
  const path = stepsOf(field);
  const value = valueOfPath(body, path);
  if (most === 0 || typeof value !== "string" || value.length <= most) return undefined;
  return write(path, trimRight(value.slice(0, most), "-._"));
};

/** A number beyond a bound of its schema, or below a field beside it. */
export const bounds: Mend = ({ field, message }, { request: { body } }) => {
  const path = stepsOf(field);
  const value = valueOfPath(body, path);
  if (typeof value !== "number") return undefined;
  const [, least, most] = /must be between (-?\d+) and (-?\d+), inclusive$/.exec(message) ?? [];
  if (least !== undefined) return write(path, value < Number(least) ? Number(least) : Number(most));
  const bound = /should be (?:greater|less) than or equal to (-?\d+(?:\.\d+)?)$/.exec(message)?.[1];
  if (bound !== undefined) return write(path, Number(bound));
  const other = /must be greater than or equal to `(\w+)`$/.exec(message)?.[1];
  const beside = other === undefined ? undefined : valueOfPath(body, [...path.slice(0, -1), other]);
  return typeof beside === "number" ? write(path, beside) : undefined;
};

/** Fields whose value cannot be had, and which the server fills in where they are left out. */
const filledIn: readonly (readonly [RegExp, fields: readonly string[], what: string])[] = [
  [/provided port is (?:not in the valid range|already allocated)/, [], "the server takes a free port"],
  [/^(?:Invalid value: .*: )?failed to allocate IP/, ["clusterIP", "clusterIPs"], "the server takes a free address"],
];

export const leftOut: Mend = ({ field, message }) => {
  const found = filledIn.find(([pattern]) => pattern.test(message));
  if (found === undefined) return undefined;
  const [, fields, what] = found;
  const path = stepsOf(field);
  const paths = fields.length === 0 ? [path] : fields.map((name) => ["spec", name]);
  return { kind: "edit", words: `Leave out ${field}: ${what}`, edits: paths.map((each) => ({ path: each })) };
};

/** A second handler of a probe or hook, or source of a volume, of which there is one. */
export const superfluous: Mend = ({ field, message }) =>
  /may not specify more than 1 (?:handler|volume) type/.test(message)
    ? { kind: "edit", words: `Leave out ${field}`, edits: [{ path: stepsOf(field) }] }
    : undefined;

/** Changes that are not made to an object that is there, and what is done in place of them. */
const unchanged: readonly (readonly [RegExp, (field: string, body: unknown) => string])[] = [
  [
    /pod updates may not (?:change fields other than|add or remove)/,
    (_, body) =>
      JSON.stringify(body ?? "").includes('"resources":')
        ? "Resources of a pod are changed by its subresource: kubectl patch pod NAME --subresource resize"
        : "Pods cannot be changed there: change what makes them (a Deployment, a Job), or delete the pod and create it again",
  ],
  [
    /was previously a storage version, and must remain in spec\.versions/,
    () =>
      "Keep the former version in spec.versions, with served and storage false, until its objects are written again and it is taken out of status.storedVersions",
  ],
  [
    /updates to statefulset spec for fields other than/,
    () =>
      "Only replicas, template, updateStrategy and few other fields can be changed: delete the StatefulSet with --cascade=orphan, which keeps its pods and claims, and create it again",
  ],
  [/cannot change roleRef/, () => "roleRef cannot be changed: delete the binding and create it again"],
  [
    /field can not be less than (?:previous value|status\.capacity)/,
    (field) => `${field} can only grow: make a smaller claim and copy the data`,
  ],
  [
    /spec is immutable after creation except/,
    () => "Of a bound claim, only spec.resources.requests.storage can be changed: for all else, make another claim",
  ],
  [
    /field is immutable|may not change once set|updates to .* are forbidden|cannot be changed/i,
    (field) => `${field} cannot be changed: leave it as it is, or delete the object and create it again`,
  ],
];

export const unchangeable: Mend = ({ field, message }, { request: { body } }) => {
  const found = unchanged.find(([pattern]) => pattern.test(message));
  return found && { kind: "advice", words: found[1](field, body) };
};
