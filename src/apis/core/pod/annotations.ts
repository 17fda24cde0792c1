import { forbidden, invalid, type FieldPath, addError } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { decodeJson, JsonSyntaxError } from "../../../apimachinery/json/decode.ts";
import { keptObject } from "../../../component-base/work.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { asRecord, eachOf, hasNoMembers, inside, itemsAt, textAt, type Fields } from "../../validation/fields.ts";
import { containerLists, eachContainer } from "./each-container.ts";
import type { PodValidationOptions } from "./options.ts";
import { localDescendingPath } from "./paths.ts";
import { validateTolerations } from "./scheduling.ts";

/** The annotation of pods that mirror a static pod of a node. */
export const mirrorAnnotation = "kubernetes.io/config.mirror";
const tolerationsAnnotation = "scheduler.alpha.kubernetes.io/tolerations";
const deletionCostAnnotation = "controller.kubernetes.io/pod-deletion-cost";
/** The annotation with the seccomp profile of a pod, and the prefix of those of its containers. */
export const seccompPodAnnotation = "seccomp.security.alpha.kubernetes.io/pod";
export const seccompContainerPrefix = "container.seccomp.security.alpha.kubernetes.io/";
/** The prefix of the annotations with the AppArmor profiles of containers. */
export const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";
const localhost = "localhost/";

/** Reports whether a deletion cost is an int32 as upstream writes it: without a plus and leading zeros. */
function isDeletionCost(value: string): boolean {
  if (!/^(?:-\d+|0|[1-9]\d*)$/.test(value)) return false;
  const cost = Number(value);
  return cost >= -2147483648 && cost <= 2147483647;
}

/** Reports whether a pod has a deletion cost that is no int32. */
export const hasInvalidDeletionCost = (annotations: JsonRecord): boolean => {
  const cost = annotations[deletionCostAnnotation];
  return typeof cost === "string" && !isDeletionCost(cost);
};

function tolerations(value: string, annotations: Fields): void {
  try {
    const record = keptObject(() => ({ [tolerationsAnnotation]: decodeJson(value) }));
    validateTolerations({ ...annotations, record }, tolerationsAnnotation);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    addError(annotations.errors, invalid(annotations.path, tolerationsAnnotation, error.message));
  }
}

function seccompProfile(annotations: Fields, key: string, profile: string): void {
  if (profile === "runtime/default" || profile === "docker/default" || profile === "unconfined") return;
  const path = annotations.path.child(key);
  if (!profile.startsWith(localhost))
    return void addError(annotations.errors, invalid(path, profile, "must be a valid seccomp profile"));
  const name = profile.slice(localhost.length);
  for (const message of localDescendingPath(name)) addError(annotations.errors, invalid(path, name, message));
}

const containerNames = ({ record }: Fields): ReadonlySet<string> =>
  new Set(containerLists.flatMap((list) => itemsAt(record, list).map((item) => stringAt(asRecord(item), "name"))));

function appArmorProfile(annotations: Fields, containers: ReadonlySet<string>, key: string, profile: string): void {
  const name = key.slice(appArmorPrefix.length);
  if (!containers.has(name))
    addError(annotations.errors, invalid(annotations.path.key(key), name, "container not found"));
  const isProfile =
    profile === "" || profile === "runtime/default" || profile === "unconfined" || profile.startsWith(localhost);
  if (!isProfile)
    addError(
      annotations.errors,
      invalid(annotations.path.key(key), profile, `invalid AppArmor profile name: ${quoteGo(profile)}`),
    );
}

const keysOfPods = [mirrorAnnotation, tolerationsAnnotation, deletionCostAnnotation, seccompPodAnnotation];
const prefixesOfPods = [seccompContainerPrefix, appArmorPrefix];

/** Returns the place of an annotation in the order in which those of pods are checked; -1 if it is none. */
function rankOf(key: string): number {
  const prefix = prefixesOfPods.findIndex((start) => key.startsWith(start));
  return prefix < 0 ? keysOfPods.indexOf(key) : keysOfPods.length + prefix;
}

const keysToCheck = (annotations: JsonRecord): readonly string[] =>
  Object.keys(annotations)
    .filter((key) => rankOf(key) >= 0)
    .sort((a, b) => rankOf(a) - rankOf(b));

/** Validates the annotations that mean something to pods (ValidatePodSpecificAnnotations). */
export function validatePodAnnotations(
  metadata: JsonRecord,
  path: FieldPath,
  spec: Fields,
  { tolerated }: PodValidationOptions,
): void {
  const record = recordAt(metadata, "annotations");
  const annotations: Fields = { record, path, errors: spec.errors };
  let names: ReadonlySet<string> | undefined;
  eachOf(
    keptObject(() => keysToCheck(record)),
    spec.errors,
    (key) => {
      const value = stringAt(record, key);
      if (key === mirrorAnnotation) {
        if (textAt(spec, "nodeName") === "")
          addError(
            spec.errors,
            invalid(path.key(key), value, "must set spec.nodeName if mirror pod annotation is set"),
          );
      } else if (key === tolerationsAnnotation) {
        if (value !== "") tolerations(value, annotations);
      } else if (key === deletionCostAnnotation) {
        if (tolerated.deletionCost !== true && !isDeletionCost(value))
          addError(spec.errors, invalid(path.key(key), value, "must be a 32bit integer"));
      } else if (key === seccompPodAnnotation || key.startsWith(seccompContainerPrefix))
        seccompProfile(annotations, key, value);
      else appArmorProfile(annotations, (names ??= containerNames(spec)), key, value);
    },
  );
}

type ProfileTexts = Readonly<Record<string, readonly string[]>>;
const seccompTexts: ProfileTexts = {
  Unconfined: ["unconfined"],
  RuntimeDefault: ["runtime/default", "docker/default"],
};
const appArmorTexts: ProfileTexts = { Unconfined: ["unconfined"], RuntimeDefault: ["runtime/default"] };

/** A profile must be the one of the annotation, if there is one. */
function mustMatch(profile: Fields, annotation: unknown, texts: ProfileTexts, kind: string): void {
  if (typeof annotation !== "string") return;
  const type = textAt(profile, "type");
  const differs =
    type === "Localhost" ? !annotation.startsWith(localhost) : texts[type]?.includes(annotation) === false;
  if (differs)
    addError(profile.errors, forbidden(profile.path.child("type"), `${kind} type in annotation and field must match`));
  else if (type === "Localhost" && annotation.slice(localhost.length) !== profile.record["localhostProfile"])
    addError(
      profile.errors,
      forbidden(profile.path.child("localhostProfile"), `${kind} profile in annotation and field must match`),
    );
}

const profileOf = (owner: Fields, member: string): Fields | undefined => {
  const context = inside(owner, "securityContext");
  return context === undefined ? undefined : inside(context, member);
};

/**
 * Profiles in annotations and in fields must be the same (validateSeccompAnnotationsAndFields,
 * validateAppArmorAnnotationsAndFieldsMatchOnCreate).
 */
export function validateProfilesMatch(metadata: JsonRecord, spec: Fields): void {
  const annotations = recordAt(metadata, "annotations");
  const { isEmpty } = keptObject(() => ({ isEmpty: hasNoMembers(annotations) }));
  if (!isEmpty) matchProfiles(annotations, spec);
}

function matchProfiles(annotations: JsonRecord, spec: Fields): void {
  const ofPod = profileOf(spec, "seccompProfile");
  if (ofPod !== undefined) mustMatch(ofPod, annotations[seccompPodAnnotation], seccompTexts, "seccomp");
  eachContainer(spec, (container) => {
    const own = profileOf(container, "seccompProfile");
    const key = `${seccompContainerPrefix}${textAt(container, "name")}`;
    if (own !== undefined) mustMatch(own, annotations[key], seccompTexts, "seccomp");
  });
  if (stringAt(recordAt(spec.record, "os"), "name") === "windows") return;
  const podProfile = profileOf(spec, "appArmorProfile");
  eachContainer(spec, (container) => {
    const profile = profileOf(container, "appArmorProfile") ?? podProfile;
    if (profile === undefined) return;
    const path = container.path.child("securityContext", "appArmorProfile");
    const key = `${appArmorPrefix}${textAt(container, "name")}`;
    mustMatch({ ...profile, path }, annotations[key], appArmorTexts, "apparmor");
  });
}
