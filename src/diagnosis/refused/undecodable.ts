import { isBuiltinGroup } from "../../apimachinery/builtin-group.ts";
import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { formatGroupVersion, groupVersionOf } from "../../apimachinery/gvk.ts";
import { migrationOfKind } from "../../component-base/versions/find-migration.ts";
import { containersOf, noContainerWords } from "../container-view.ts";
import type { Remedy } from "../diagnosis.ts";
import { textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import { listed } from "../words.ts";
import { pathText } from "./field-path.ts";
import { badQuantity, mistyped, notBase64, unnamedField } from "./mistyped.ts";
import { leaveOut, withParameter } from "./options.ts";
import { type Finding, isServedAt, type Refused } from "./refused.ts";
import type { ServedKind } from "./served-api.ts";
import { pathAt, removalText, since } from "./unserved.ts";
import { unknownFields, unknownFieldsIn } from "./unknown-field.ts";

/** Explains a request that could not be decoded: unknown fields, values of another type, another kind or version. */
export async function undecodable(refused: Refused): Promise<Finding> {
  const { message = "" } = refused.status;
  const paths = unknownFieldsIn(message);
  if (paths.length > 0) return unknownFields(paths, refused);
  return (
    (await readers.reduce<Promise<Finding | undefined>>(
      async (found, read) => (await found) ?? read(message, refused),
      Promise.resolve(undefined),
    )) ?? { situation: "request-not-understood", state: "Bad request", because: message }
  );
}

type Read = (message: string, refused: Refused) => Promise<Finding | undefined> | Finding | undefined;

const setVersion = (apiVersion: string): Remedy => ({
  kind: "edit",
  words: `Write apiVersion: ${apiVersion}`,
  edits: [{ path: ["apiVersion"], value: apiVersion }],
});

/** Typed values of applies: `.spec.replicas: expected numeric (int or float), got string`. */
const mistypedApply: Read = (message) => {
  const match = /(?:^|[\s[(])\.(\S+): (?:element \S+: )?expected ([^,]+), got (\S+)/.exec(message);
  if (match === null) return undefined;
  const [, path = "", expected = "", found = ""] = match;
  return {
    situation: "request-with-value-of-another-type",
    state: "Wrong type",
    because: `${path} takes ${expected}, and ${found} was sent`,
  };
};

/** The kind or the version of the body is not that of the path. */
const otherKind: Read = (message, { at }) => {
  const match = /the API version in the data \(([^)]*)\) does not match the expected API version \(([^)]*)\)/.exec(
    message,
  );
  if (match === null) return undefined;
  const [, sent = "", expected = ""] = match;
  return {
    situation: "request-of-another-version",
    state: "Bad request",
    because: `the path is of ${expected}${at === undefined ? "" : ` (${at.resource})`}, and the body of ${sent}`,
    remedies: [setVersion(expected)],
  };
};

/** The kind is not known: another version serves it, or a kind of a similar name. */
const unknownKind: Read = async (message, { request, api }) => {
  const match =
    /no kind "([^"]*)" is registered for(?: the internal version of group)? (?:version )?"([^"]*)"/.exec(message) ??
    /no matches for kind "([^"]*)" in (?:version|group) "([^"]*)"/.exec(message);
  if (match === null) return undefined;
  const [, kind = textAt(request.body, "kind"), apiVersion = textAt(request.body, "apiVersion")] = match;
  return kindFinding(kind, apiVersion, await api.resources());
};

/** What is said of a kind and a version of which no objects are served. */
export function kindFinding(kind: string, apiVersion: string, resources: readonly ServedKind[]): Finding {
  const state = "Not served";
  const migration = migrationOfKind(apiVersion, kind);
  if (migration !== undefined)
    return {
      situation: "request-of-removed-version",
      state,
      because: removalText(migration),
      remedies:
        migration.row.to === undefined || migration.row.toKind !== undefined ? [] : [setVersion(migration.row.to)],
    };
  const versions = resources.filter((served) => served.kind === kind);
  const [first] = versions;
  if (first !== undefined)
    return {
      situation: "request-of-unserved-version",
      state,
      because: `${kind} is not served in ${apiVersion}, but in ${listed(
        versions.map((served) => `${formatGroupVersion(served)}${since(served)}`),
        6,
      )}`,
      remedies: [setVersion(formatGroupVersion(first))],
    };
  const { group } = groupVersionOf(apiVersion);
  const own = resources.filter((served) => served.group === group);
  const namesOf = (kinds: readonly ServedKind[]): readonly string[] => [...new Set(kinds.map((each) => each.kind))];
  const near = nearestWord(kind, namesOf(own)) ?? nearestWord(kind, namesOf(resources));
  const cased = namesOf(resources).find((each) => each.toLowerCase() === kind.toLowerCase());
  const meant = cased ?? near;
  return {
    situation: "request-of-unknown-kind",
    state,
    because: `there is no kind ${kind} in ${apiVersion}; ${meant === undefined ? whyUnknown(apiVersion) : `did you mean ${meant}?`}`,
    ...(meant !== undefined && {
      remedies: [{ kind: "edit", words: `Write kind: ${meant}`, edits: [{ path: ["kind"], value: meant }] }],
    }),
  };
}

const whyUnknown = (apiVersion: string): string =>
  /alpha|beta/.test(apiVersion) && isBuiltinGroup(groupVersionOf(apiVersion).group)
    ? `versions that are not stable are off by default: --runtime-config=${apiVersion}=true`
    : "its definition (CRD) is not installed";

/** The name or the namespace of the body is not that of the path. */
const otherName: Read = (message, { at }) => {
  const name = /the name of the object \(([^)]*)(?: based on URL)?\) (?:does not match|was undeterminable)/.test(
    message,
  );
  const namespace = /the namespace of the (?:provided )?object (?:\S+ )?does not match the namespace/.test(message);
  if (at === undefined || !(name || namespace)) return undefined;
  const [field, value] = name ? ["name", at.name ?? ""] : ["namespace", at.namespace ?? ""];
  return {
    situation: `request-of-another-${field}`,
    state: "Bad request",
    because: `the path names ${value}, and the body another ${field}`,
    remedies: [
      { kind: "edit", words: `Write metadata.${field}: ${value}`, edits: [{ path: ["metadata", field], value }] },
    ],
  };
};

/** The body is of another kind than the path, whose own path is served. */
const otherResource: Read = async (message, { at, request, api }) => {
  const match = /^(\w+) in version "([^"]*)" cannot be handled as a (\w+): .*unknown conversion/.exec(message);
  const [, kind = "", version = "", wanted = ""] = match ?? [];
  if (match === null || at === undefined) return undefined;
  const apiVersion = textAt(request.body, "apiVersion") || version;
  const own = formatGroupVersion(at);
  if (kind === wanted && apiVersion !== own)
    return { ...kindFinding(kind, apiVersion, await api.resources()), remedies: [setVersion(own)] };
  const served = (await api.resources()).find((each) => each.kind === kind && formatGroupVersion(each) === apiVersion);
  const target = served && pathAt(served, { namespace: served.namespaced ? at.namespace : undefined, name: at.name });
  return {
    situation: "request-of-another-kind",
    state: "Bad request",
    because: `the path is of ${at.resource} (${wanted}), and the body is a ${kind}`,
    ...(target !== undefined && { remedies: [{ kind: "request", words: `Use ${target}`, target }] }),
  };
};

/** What is applied is of another kind than the path. */
const otherApplied: Read = async (message, { at, api }) => {
  const [, group = "", version = "", kind = ""] =
    /^invalid object type: ([^/]*)\/([^,]*), Kind=(\w+)/.exec(message) ?? [];
  if (kind === "" || at === undefined) return undefined;
  const resources = await api.resources();
  const wanted = resources.find(isServedAt(at));
  if (wanted?.kind === kind)
    return {
      ...kindFinding(kind, formatGroupVersion({ group, version }), resources),
      remedies: [setVersion(formatGroupVersion(at))],
    };
  return {
    situation: "request-of-another-kind",
    state: "Bad request",
    because: `the path is of ${at.resource}${wanted === undefined ? "" : ` (${wanted.kind})`}, and what is applied is a ${kind}`,
  };
};

/** A body that ends before its JSON does, or that is not there. */
const unfinished: Read = (message) => {
  const match = /unexpected end of JSON input \((.*)\)$/s.exec(message);
  if (match === null) return undefined;
  const because = match[1] === "<empty>" ? "the request has no body" : "the body ends before its JSON is complete";
  return { situation: "request-body-incomplete", state: "Bad request", because };
};

/** An object where the list of operations of a JSON patch belongs. */
const notAJsonPatch: Read = (message) =>
  /cannot unmarshal object into Go value of type \[\]handlers\.jsonPatchOp/.test(message)
    ? {
        situation: "request-with-other-patch",
        state: "Bad request",
        because: "a JSON patch is a list of operations, and an object was sent",
        remedies: [{ kind: "advice", words: "Send it as application/merge-patch+json, or as a list of operations" }],
      }
    : undefined;

/** Fields that only the server writes. */
const serversOwn: Read = (message) => {
  if (!/metadata\.managedFields must be nil/.test(message)) return undefined;
  return {
    situation: "request-with-managed-fields",
    state: "Bad request",
    because: "the server itself writes metadata.managedFields; what is applied has none",
    remedies: [
      { kind: "edit", words: "Leave out metadata.managedFields", edits: [{ path: ["metadata", "managedFields"] }] },
    ],
  };
};

/** Times that cannot be read, of which the message does not say where they stand. */
const badTime: Read = (message, { request }) => {
  const [, time, form = ""] = /parsing time "([^"]*)" as "([^"]*)"/.exec(message) ?? [];
  const path = time === undefined ? undefined : unnamedField(message, request.body);
  if (time === undefined || path === undefined) return undefined;
  const example = form.includes(".") ? "2030-01-31T12:00:00.000000Z" : "2030-01-31T12:00:00Z";
  return {
    situation: "request-with-bad-time",
    state: "Bad request",
    because: `${pathText(path)} is "${time}", which is no time: it takes one like ${example}`,
  };
};

/** Logs and processes of a pod that is not on a node yet. */
const withoutNode: Read = (message, { at }) => {
  const name = /^pod (\S+) does not have a host assigned$/.exec(message)?.[1];
  if (name === undefined) return undefined;
  const object = objectId("", "Pod", at?.namespace ?? "", name);
  return {
    situation: "request-of-pod-without-node",
    state: "Bad request",
    because: `the pod ${name} is on no node yet, so nothing of it runs`,
    evidence: [{ kind: "object", object }],
    remedies: [{ kind: "object", words: `Look at the pod ${name}`, object }],
  };
};

/** YAML in a body that is said to be JSON. */
const notJson: Read = (message, { request }) => {
  if (!/invalid character '.*' looking for|couldn't get version\/kind; json parse error/.test(message))
    return undefined;
  // A body that could be decoded is JSON.
  if (request.body !== undefined) return undefined;
  const yaml = "application/yaml";
  const isList = message.includes("cannot unmarshal array into");
  // The server shows the first bytes of the body behind what it says.
  const problem = message.replace(/^.*json parse error: /s, "").replace(/ \([0-9a-f]*\)$/, "");
  return {
    situation: "request-body-not-json",
    state: "Bad request",
    because: isList
      ? "the body is a list, and one object is wanted"
      : `the body is not the JSON that its Content-Type names: ${problem}`,
    remedies: isList ? [] : [{ kind: "request", words: `Send it as ${yaml}`, contentType: yaml }],
  };
};

/** A container that the pod of a path does not have, or that is to be named. */
const otherContainer: Read = async (message, { request, at, reading }) => {
  const isUnknown = /container (\S+) is not valid for pod (\S+)/.exec(message);
  if (at?.name === undefined || (isUnknown === null && !/a container name must be specified/.test(message)))
    return undefined;
  const pod = await reading.get(objectId("", "Pod", at.namespace ?? "", at.name));
  const names = containersOf(pod ?? { metadata: {} }).map(({ name }) => name);
  const meant = nearestWord(isUnknown?.[1] ?? "", names) ?? names[0];
  return {
    situation: "request-of-unknown-container",
    state: "Bad request",
    because: isUnknown === null || names.length === 0 ? message : noContainerWords(at.name, isUnknown[1] ?? "", names),
    ...(meant !== undefined && {
      remedies: [
        {
          kind: "request",
          words: `Ask for the container ${meant}`,
          target: withParameter(request.path, "container", meant),
        },
      ],
    }),
  };
};

/** Parameters of the query that cannot be read. */
type Explain = (message: string, refused: Refused, value: string) => string | Promise<string>;
const parameters: readonly (readonly [RegExp, name: string, text: Explain])[] = [
  [
    /is not a known (?:field selector|field label)|field label not supported/,
    "fieldSelector",
    async (message, refused) => (await import("./bad-selector.ts")).badFieldLabel(message, refused),
  ],
  [
    /found '|unable to parse requirement|couldn't parse the selector/,
    "labelSelector",
    async (message, _, value) => (await import("./bad-selector.ts")).badLabelSelector(message, value),
  ],
  [/^invalid resource version/, "resourceVersion", () => "it is a number that the server gave, sent back as it is"],
  [
    /^invalid continue token|continue key is not valid/,
    "continue",
    () => "it is a token that the server gave with a page of a list",
  ],
];

const badParameter: Read = async (message, refused) => {
  const { request } = refused;
  const sent = new URLSearchParams(request.path.split("?")[1] ?? "");
  const found = parameters.find(([pattern, name]) => pattern.test(message) && sent.has(name));
  if (found === undefined) return undefined;
  const [, name, text] = found;
  return {
    situation: "request-with-invalid-parameter",
    state: "Bad request",
    because: `the parameter ${name} is "${sent.get(name) ?? ""}": ${await text(message, refused, sent.get(name) ?? "")}`,
    remedies: [leaveOut(request.path, name)],
  };
};

/** A field that is written twice in one object. */
const duplicateField: Read = (message) => {
  const names = [...message.matchAll(/duplicate field "([^"]+)"/g)].map(([, name = ""]) => name);
  if (names.length === 0) return undefined;
  return {
    situation: "request-with-duplicate-field",
    state: "Duplicate field",
    because: `${listed(names)} ${names.length === 1 ? "is" : "are"} written more than once in the same object: only the last one would count`,
    remedies: [{ kind: "advice", words: `Keep one of each: ${listed(names)}` }],
  };
};

/** A parameter of the query that is no number. */
const numberParameter: Read = (message, { request }) => {
  const value = /^strconv\.Parse(?:Int|Uint|Float|Bool): parsing "([^"]*)": /.exec(message)?.[1];
  const sent = [...new URLSearchParams(request.path.split("?")[1] ?? "")].find(([, each]) => each === value);
  if (value === undefined || sent === undefined) return undefined;
  const [name] = sent;
  return {
    situation: "request-with-invalid-parameter",
    state: "Bad request",
    because: `the parameter ${name} is "${value}": it takes ${message.includes("ParseBool") ? "true or false" : "a number"}`,
    remedies: [leaveOut(request.path, name)],
  };
};

/** A value of another type; where an object belongs, with the member that takes the value. */
const valueOfAnotherType: Read = async (message, refused) =>
  /cannot unmarshal (?:number|string) into Go struct field \S+ of type \*?v\w+\./.test(message)
    ? (await import("./mistyped-object.ts")).mistypedObject(message, refused)
    : mistyped(message, refused.request.body);

const readers: readonly Read[] = [
  duplicateField,
  numberParameter,
  valueOfAnotherType,
  (message, { request }) => badQuantity(message, request.body),
  (message, { request }) => notBase64(message, request.body),
  mistypedApply,
  otherKind,
  otherResource,
  otherApplied,
  unknownKind,
  otherName,
  unfinished,
  notAJsonPatch,
  serversOwn,
  otherContainer,
  withoutNode,
  badTime,
  badParameter,
  notJson,
];
