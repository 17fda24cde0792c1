import { isBuiltinGroup } from "../../apimachinery/builtin-group.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conditionOf, conditionWith } from "../conditions.ts";
import { byCondition, conclude, field, there } from "../conclude.ts";
import { itemsAt, textAt, textsAt, valueAt } from "../fields.ts";
import type { ObjectId } from "../diagnosis.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";
import { counted, firstLine, listed } from "../words.ts";
import { calledService } from "./called-service.ts";

/** A definition that is deleted while there are objects of its kind. */
export const definitionDeletion: Rule = async (definition, { reading }) => {
  if (definition.metadata.deletionTimestamp === undefined) return undefined;
  const finalizers = definition.metadata.finalizers ?? [];
  const [group, resource] = [textAt(definition, "spec.group"), textAt(definition, "spec.names.plural")];
  const objects = await reading.all({ group, resource });
  const held = objects.filter(({ metadata }) => (metadata.finalizers ?? []).length > 0);
  const names = listed(held.map(({ metadata }) => metadata.name ?? ""));
  const by = [...new Set(held.flatMap(({ metadata }) => metadata.finalizers ?? []))];
  const others = finalizers.filter((one) => one !== "customresourcecleanup.apiextensions.k8s.io");
  if (objects.length === 0 && others.length === 0) return undefined;
  const because =
    held.length > 0
      ? `its objects are deleted first, and the ${by.length === 1 ? "finalizer" : "finalizers"} ${listed(by)} ${by.length === 1 ? "keeps" : "keep"} ${names}`
      : objects.length > 0
        ? `its objects are deleted first, of which ${counted(objects.length, "object is", "objects are")} left`
        : `it is kept until ${listed(others)} ${others.length === 1 ? "is" : "are"} removed from its finalizers`;
  return conclude(definition, {
    situation: held.length > 0 ? "definition-held-by-its-objects" : "definition-terminating",
    state: "Terminating",
    level: held.length > 0 ? "error" : "progressing",
    because,
    evidence: [...byCondition(definition, conditionOf(definition, "Terminating")), ...held.slice(0, 5).map(there)],
  });
};

/** The definition of the same group that has a name already. */
async function holderOf(definition: KubeObject, message: string, all: () => Promise<readonly KubeObject[]>) {
  const name = /"([^"]+)" is already in use/.exec(message)?.[1] ?? "";
  const group = textAt(definition, "spec.group");
  const uses = (other: KubeObject): boolean =>
    ["plural", "singular", "kind", "listKind"].some(
      (member) => textAt(other, `status.acceptedNames.${member}`) === name,
    ) || textsAt(other, "status.acceptedNames.shortNames").includes(name);
  const others = (await all()).filter((other) => other.metadata.name !== definition.metadata.name);
  return others.find((other) => textAt(other, "spec.group") === group && uses(other));
}

const namesConflict: Rule = async (definition, { reading }) => {
  const refused = conditionWith(definition, "NamesAccepted", "False");
  if (refused === undefined) return undefined;
  const all = () => reading.all({ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" });
  const holder = await holderOf(definition, refused.message, all);
  const who = holder === undefined ? "" : ` with ${holder.metadata.name ?? ""}`;
  const isEstablished = conditionOf(definition, "Established")?.status === "True";
  return conclude(definition, {
    situation: "definition-names-conflict",
    state: isEstablished ? "Names not accepted" : "Not established",
    level: "error",
    because: `names conflict${who}: ${firstLine(refused.message)}`,
    evidence: [...byCondition(definition, refused), ...(holder === undefined ? [] : [there(holder)])],
  });
};

const byOneCondition =
  (type: string, status: string, situation: string, state: string, text: (message: string) => string): Rule =>
  (definition) => {
    const condition = conditionWith(definition, type, status);
    if (condition === undefined) return undefined;
    const because = text(firstLine(condition.message));
    return conclude(definition, {
      situation,
      state,
      level: "warning",
      because,
      evidence: byCondition(definition, condition),
    });
  };

const conversion: Rule = async (definition, context) => {
  if (textAt(definition, "spec.conversion.strategy") !== "Webhook") return undefined;
  const path = "spec.conversion.webhook.clientConfig";
  const called = await calledService({ owner: definition, clientConfig: valueAt(definition, path), path }, context);
  return (
    called &&
    conclude(definition, {
      ...called,
      situation: `definition-conversion-${called.situation}`,
      state: "Cannot convert",
      level: "error",
      because: `its conversion webhook is called at ${called.words}, so objects of other versions than the stored one can be neither read nor written`,
    })
  );
};

const established: Rule = (definition) => {
  const condition = conditionOf(definition, "Established");
  if (condition?.status !== "True")
    return conclude(definition, {
      situation: "definition-not-established",
      state: "Not established",
      level: "progressing",
      because: condition === undefined ? "the server has not looked at it yet" : firstLine(condition.message),
      evidence: byCondition(definition, condition),
    });
  const all = itemsAt(definition, "spec.versions");
  const versions = all.filter((version) => version["served"] === true);
  const stored = textAt(
    all.find((version) => version["storage"] === true),
    "name",
  );
  const former = textsAt(definition, "status.storedVersions").filter((name) => name !== stored);
  const left =
    former.length === 0
      ? ""
      : `; objects may still be stored as ${listed(former)}, until each is written again and status.storedVersions is cleared of it`;
  return conclude(definition, {
    situation:
      versions.length === 0
        ? "definition-serves-no-version"
        : left === ""
          ? "definition-established"
          : "definition-stored-in-former-version",
    state: "Established",
    level: versions.length === 0 ? "warning" : "ok",
    because:
      versions.length === 0
        ? "none of its versions is served"
        : `it serves ${listed(versions.map((version) => `${textAt(version, "name")}${version["deprecated"] === true ? " (deprecated)" : ""}`))}${left}`,
    evidence: [
      ...byCondition(definition, condition),
      ...(left === "" ? [] : [field(definition, "status.storedVersions", former.join(", "))]),
    ],
  });
};

/** The rules of CustomResourceDefinitions. */
export const definitionRules: readonly Rule[] = [
  namesConflict,
  byOneCondition(
    "KubernetesAPIApprovalPolicyConformant",
    "False",
    "definition-not-approved",
    "Not approved",
    (message) => `groups under k8s.io need the annotation api-approved.kubernetes.io: ${message}`,
  ),
  byOneCondition(
    "NonStructuralSchema",
    "True",
    "definition-schema-not-structural",
    "Not structural",
    (message) => `its schema is not structural: ${message}`,
  ),
  conversion,
  established,
];

/** Says why the Service of an APIService does not answer, without the addresses that the message repeats. */
function unanswered(message: string, { namespace, name }: ObjectId): string | undefined {
  const found = /^failing or missing response from \S+: (?:Get "[^"]*": )?(.+)/.exec(message);
  return found === null ? undefined : `the Service ${namespace}/${name} does not answer: ${firstLine(found[1] ?? "")}`;
}

/** An APIService of this server itself whose group and version no definition has. */
const servedByNothing: Rule = async (service, { reading }) => {
  const [group, version] = [textAt(service, "spec.group"), textAt(service, "spec.version")];
  if (textAt(service, "spec.service.name") !== "" || isBuiltinGroup(group)) return undefined;
  const definitions = await reading.list({ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" });
  const serves = (definition: KubeObject): boolean =>
    textAt(definition, "spec.group") === group &&
    itemsAt(definition, "spec.versions").some((one) => one["name"] === version && one["served"] === true);
  if (definitions === undefined || definitions.some(serves)) return undefined;
  return conclude(service, {
    situation: "apiservice-of-nothing",
    state: "Not served",
    level: "error",
    because: `it names no Service, so this server is to serve it, and no definition (CRD) has the version ${version} of the group ${group}`,
    evidence: [field(service, "spec.group"), field(service, "spec.version")],
  });
};

/** The rules of APIServices. */
export const apiServiceRules: readonly Rule[] = [
  servedByNothing,
  async (service, context) => {
    const available = conditionOf(service, "Available");
    const name = textAt(service, "spec.service.name");
    const id = objectId("", "Service", textAt(service, "spec.service.namespace"), name);
    const group = textAt(service, "spec.group");
    const evidence = [field(service, "spec.service.name"), ...byCondition(service, available)];
    const isAvailable = available?.status === "True";
    const path = "spec";
    const called = isAvailable
      ? undefined
      : await calledService({ owner: service, clientConfig: service[path], path }, context);
    if (called !== undefined)
      return conclude(service, {
        situation: `apiservice-${called.situation}`,
        state: "Unavailable",
        level: "error",
        because: `it is served at ${called.words}, so the group ${group} is not served`,
        evidence: [...called.evidence, ...byCondition(service, available)],
        ...(called.causes !== undefined && { causes: called.causes }),
      });
    if (isAvailable)
      return conclude(service, {
        situation: "apiservice-available",
        state: "Available",
        level: "ok",
        because: name === "" ? "this server serves it" : `the Service ${id.namespace}/${name} serves it`,
        evidence,
      });
    if (available === undefined && name === "") return undefined;
    return conclude(service, {
      situation: "apiservice-unavailable",
      state: "Unavailable",
      level: "error",
      because:
        available === undefined
          ? `nobody has tried whether the Service ${id.namespace}/${name} answers`
          : (unanswered(available.message, id) ?? `${firstLine(available.message) || available.reason}`),
      evidence,
    });
  },
];
