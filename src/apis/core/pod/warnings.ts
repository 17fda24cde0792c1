import { fieldPath, rootPath, type FieldPath } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isDns1123Label } from "../../../apimachinery/validation/names.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { warningForIp } from "../../validation/addresses.ts";
import { asRecord, hasNoMembers, itemsAt } from "../../validation/fields.ts";
import { firstWarnings } from "../../validation/first-warnings.ts";
import { deprecatedLabelMessage, nodeSelectorTermWarnings } from "../node-labels.ts";
import { appArmorPrefix, seccompContainerPrefix, seccompPodAnnotation } from "./annotations.ts";
import { profileOfAnnotation } from "./completion.ts";
import { isKnownQuiet, rememberQuiet } from "./known-parts.ts";
import { portWarnings, type PlacedContainer } from "./port-warnings.ts";
import { fractionalBytes, volumeWarnings } from "./volume-warnings.ts";

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";
const none: readonly string[] = [];

/** Returns the warning for a name that is no DNS label; `message` says what the name is used for. */
export const labelNameWarnings = (message: string, { metadata }: KubeObject): readonly string[] => {
  const messages = isDns1123Label(metadata.name ?? "");
  return messages.length === 0 ? none : [`${message}[${messages.join(" ")}]`];
};

/** Names of controllers become part of the names of their pods. */
export const controllerNameWarning =
  "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: ";

function nodeWarnings(spec: JsonRecord, path: FieldPath): readonly string[] {
  const warnings: string[] = [];
  for (const key in recordAt(spec, "nodeSelector")) {
    const message = deprecatedLabelMessage(key);
    if (message !== undefined) warnings.push(`${path.child("nodeSelector").key(key).toString()}: ${message}`);
  }
  const nodes = recordAt(recordAt(spec, "affinity"), "nodeAffinity");
  if (hasNoMembers(nodes)) return warnings;
  const at = path.child("affinity", "nodeAffinity");
  return [
    ...warnings,
    ...firstWarnings(itemsAt(recordAt(nodes, required), "nodeSelectorTerms"), (term, i) =>
      nodeSelectorTermWarnings(asRecord(term), false, at.child(required, "nodeSelectorTerms").index(i)),
    ),
    ...firstWarnings(itemsAt(nodes, preferred), (term, i) =>
      nodeSelectorTermWarnings(
        recordAt(asRecord(term), "preference"),
        true,
        at.child(preferred).index(i).child("preference"),
      ),
    ),
  ];
}

const selectsNothing = (path: FieldPath): string =>
  `${path.child("labelSelector").toString()}: a null labelSelector results in matching no pod`;

function spreadWarnings(spec: JsonRecord, path: FieldPath): readonly string[] {
  return firstWarnings(itemsAt(spec, "topologySpreadConstraints"), (item, i) => {
    const constraint = asRecord(item);
    const at = path.child("topologySpreadConstraints").index(i);
    const key = stringAt(constraint, "topologyKey");
    const message = deprecatedLabelMessage(key);
    return [
      ...(message === undefined ? none : [`${at.child("topologyKey").toString()}: ${key} is ${message}`]),
      ...(constraint["labelSelector"] === undefined ? [selectsNothing(at)] : none),
    ];
  });
}

function affinityWarnings(spec: JsonRecord, path: FieldPath): readonly string[] {
  const affinity = recordAt(spec, "affinity");
  if (hasNoMembers(affinity)) return none;
  return ["podAffinity", "podAntiAffinity"].flatMap((member) => {
    const pods = recordAt(affinity, member);
    const at = path.child("affinity", member);
    return [
      ...firstWarnings(itemsAt(pods, required), (term, i) =>
        asRecord(term)["labelSelector"] === undefined ? [selectsNothing(at.child(required).index(i))] : none,
      ),
      ...firstWarnings(itemsAt(pods, preferred), (term, i) =>
        recordAt(asRecord(term), "podAffinityTerm")["labelSelector"] === undefined
          ? [selectsNothing(at.child(preferred).index(i).child("podAffinityTerm"))]
          : none,
      ),
    ];
  });
}

const deprecatedAnnotations = new Map([
  ["scheduler.alpha.kubernetes.io/critical-pod", 'non-functional in v1.16+; use the "priorityClassName" field instead'],
  ["security.alpha.kubernetes.io/sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
  ["security.alpha.kubernetes.io/unsafe-sysctls", 'non-functional in v1.11+; use the "sysctls" field instead'],
]);

function duplicates(spec: JsonRecord, member: string, key: string, path: FieldPath): readonly string[] {
  const items = itemsAt(spec, member);
  if (items.length < 2) return none;
  const seen = new Set<string>();
  return firstWarnings(items, (item, i) => {
    const value = stringAt(asRecord(item), key);
    if (seen.has(value))
      return [`${path.child(member).index(i).child(key).toString()}: duplicate ${key} ${quoteGo(value)}`];
    seen.add(value);
    return none;
  });
}

function secretWarnings(spec: JsonRecord, path: FieldPath): readonly string[] {
  return [
    ...duplicates(spec, "imagePullSecrets", "name", path),
    ...firstWarnings(itemsAt(spec, "imagePullSecrets"), (item, i) =>
      stringAt(asRecord(item), "name") === ""
        ? [`${path.child("imagePullSecrets").index(i).child("name").toString()}: invalid empty name ""`]
        : none,
    ),
  ];
}

const byteResources = ["memory", "ephemeral-storage"] as const;
const resourceLists = ["limits", "requests"] as const;

function resourceWarnings(container: JsonRecord, path: FieldPath): readonly string[] {
  const resources = recordAt(container, "resources");
  if (hasNoMembers(resources)) return none;
  const warnings: string[] = [];
  for (const name of byteResources)
    for (const list of resourceLists) {
      const warning = fractionalBytes(recordAt(resources, list)[name], () => path.child("resources", list).key(name));
      if (warning !== undefined) warnings.push(warning);
    }
  return warnings;
}

/** Returns warnings for variables that hide earlier ones without referring to them. */
function envWarnings(container: JsonRecord, path: FieldPath): readonly string[] {
  const variables = itemsAt(container, "env");
  if (variables.length < 2) return none;
  const seen = new Set<string>();
  return firstWarnings(variables, (item, i) => {
    const variable = asRecord(item);
    const name = stringAt(variable, "name");
    const reference = `$(${name})`;
    const value = stringAt(variable, "value");
    const hides = variable["valueFrom"] !== undefined || value === reference || !value.includes(reference);
    const isHidden = seen.has(name) && hides;
    seen.add(name);
    return isHidden
      ? [
          `${path.child("env").index(i).toString()}: hides previous definition of ${quoteGo(name)}, which may be dropped when using apply`,
        ]
      : none;
  });
}

/** The annotations of a pod or template, and where their warnings point. */
interface Annotated {
  readonly annotations: JsonRecord;
  readonly path: FieldPath;
  readonly isTemplate: boolean;
  readonly podProfile: unknown;
}

const fieldInstead = (path: FieldPath, key: string, since: string, field: string): string =>
  `${path.key(key).toString()}: ${since}; use the "${field}" field instead`;

/** Returns warnings for profiles in annotations that no field repeats. */
function profileWarnings(container: JsonRecord, { annotations, path, isTemplate, podProfile }: Annotated) {
  const warnings: string[] = [];
  if (hasNoMembers(annotations)) return warnings;
  const context = recordAt(container, "securityContext");
  const name = stringAt(container, "name");
  const seccompKey = `${seccompContainerPrefix}${name}`;
  if (context["seccompProfile"] === undefined && annotations[seccompKey] !== undefined)
    warnings.push(fieldInstead(path, seccompKey, "non-functional in v1.27+", "seccompProfile"));
  const key = `${appArmorPrefix}${name}`;
  const annotation = annotations[key];
  if (!isTemplate || context["appArmorProfile"] !== undefined || typeof annotation !== "string") return warnings;
  if (podProfile === undefined || !semanticEqual(podProfile, profileOfAnnotation(annotation)))
    warnings.push(fieldInstead(path, key, "deprecated since v1.30", "appArmorProfile"));
  return warnings;
}

const containersOf = (spec: JsonRecord, path: FieldPath): readonly PlacedContainer[] =>
  ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    itemsAt(spec, list).map((container, i) => ({ container: asRecord(container), path: path.child(list).index(i) })),
  );

function addressWarnings(spec: JsonRecord, path: FieldPath): readonly string[] {
  return [
    ...firstWarnings(
      itemsAt(recordAt(spec, "dnsConfig"), "nameservers"),
      (server, i) => warningForIp(path.child("dnsConfig", "nameservers").index(i).toString(), String(server)) ?? none,
    ),
    ...firstWarnings(
      itemsAt(spec, "hostAliases"),
      (alias, i) =>
        warningForIp(path.child("hostAliases").index(i).child("ip").toString(), stringAt(asRecord(alias), "ip")) ??
        none,
    ),
  ];
}

function annotationWarnings({ annotations, path }: Annotated): readonly string[] {
  const warnings: string[] = [];
  for (const [key, message] of deprecatedAnnotations)
    if (annotations[key] !== undefined) warnings.push(`${path.key(key).toString()}: ${message}`);
  return warnings;
}

const podProfileWarnings = ({ annotations, path }: Annotated, spec: JsonRecord): readonly string[] =>
  recordAt(spec, "securityContext")["seccompProfile"] === undefined && annotations[seccompPodAnnotation] !== undefined
    ? [fieldInstead(path, seccompPodAnnotation, "non-functional in v1.27+", "seccompProfile")]
    : none;

/** Returns warnings for a spec and its metadata, in upstream's order (warningsForPodSpecAndMeta). */
function warningsFor(owner: JsonRecord, path: FieldPath, isTemplate: boolean): readonly string[] {
  const spec = recordAt(owner, "spec");
  const at = path.child("spec");
  const annotated: Annotated = {
    annotations: recordAt(recordAt(owner, "metadata"), "annotations"),
    path: path.child("metadata", "annotations"),
    isTemplate,
    podProfile: recordAt(spec, "securityContext")["appArmorProfile"],
  };
  const containers = containersOf(spec, at);
  const grace = spec["terminationGracePeriodSeconds"];
  return [
    ...nodeWarnings(spec, at),
    ...spreadWarnings(spec, at),
    ...annotationWarnings(annotated),
    ...volumeWarnings(spec, at),
    ...duplicates(spec, "hostAliases", "ip", at),
    ...secretWarnings(spec, at),
    ...byteResources.flatMap(
      (name) => fractionalBytes(recordAt(spec, "overhead")[name], () => at.child("overhead").key(name)) ?? [],
    ),
    ...podProfileWarnings(annotated, spec),
    ...firstWarnings(containers, ({ container, path: own }) => [
      ...profileWarnings(container, annotated),
      ...resourceWarnings(container, own),
      ...envWarnings(container, own),
    ]),
    ...portWarnings(containers),
    ...(typeof grace === "number" && grace < 0
      ? [
          `${at.child("terminationGracePeriodSeconds").toString()}: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : none),
    ...affinityWarnings(spec, at),
    ...addressWarnings(spec, at),
  ];
}

/** Returns warnings for a new pod (GetWarningsForPod). */
export const podWarnings = (pod: KubeObject): readonly string[] => warningsFor(pod, rootPath, false);

/**
 * Returns warnings for the template of an object, given by its path, which may replace that of `old`
 * (GetWarningsForPodTemplate).
 */
export function templateWarnings(object: KubeObject, path: readonly string[], old?: KubeObject): readonly string[] {
  const template = templateAt(object, path);
  if (hasNoMembers(template)) return none;
  const isQuiet = old !== undefined && isKnownQuiet(template, templateAt(old, path));
  const warnings = isQuiet ? none : warningsFor(template, fieldPath(...path), true);
  if (warnings.length === 0) rememberQuiet(template);
  return warnings;
}

function templateAt(object: KubeObject, path: readonly string[]): JsonRecord {
  let template: JsonRecord = object;
  for (const member of path) template = recordAt(template, member);
  return template;
}
