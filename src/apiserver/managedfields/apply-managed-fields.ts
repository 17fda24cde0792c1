import { newBadRequest, newApplyConflict, type StatusError } from "../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { Double, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { copyWith, setMember } from "../../apimachinery/json/members.ts";
import { asJson, type KubeObject, type ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { configurationSet } from "../../structured-merge-diff/configuration-set.ts";
import { convertedOr } from "../../apimachinery/internal-conversion-error.ts";
import type { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { walkConfiguration } from "../../structured-merge-diff/configuration-walk.ts";
import { ConflictsError, type Conflict } from "../../structured-merge-diff/managers.ts";
import { toFieldSet } from "../../structured-merge-diff/to-field-set.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { wrapError } from "../../structured-merge-diff/typed-value.ts";
import { applyConfiguration, type Configuration } from "../../structured-merge-diff/updater.ts";
import { sharedParts } from "../../structured-merge-diff/shared-parts.ts";
import { isValidValue, validateValue } from "../../structured-merge-diff/validate.ts";
import { isMap } from "../../structured-merge-diff/value.ts";
import { typed, updateTracked, type FieldManager } from "./field-manager.ts";
import { conflictsBeyondLastApplied, kubectlManager, refreshLastApplied } from "./last-applied.ts";
import { decodeManagedFields, encodeManagedFields, type Managed } from "./managed.ts";
import { identifierOf, parseManagerIdentifier } from "./manager-identifier.ts";
import { describeObject, managedFieldsOf, metadataOf, shareWithLive, withManagedFields } from "./object-parts.ts";
import type { ApplyRequest } from "./repeated-apply.ts";
import { stripMeta, unstripped } from "./strip-meta.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { decodeTime } from "../../apimachinery/time.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { keptObject, phase, runningWork } from "../../component-base/work.ts";
import { formatPath } from "../../structured-merge-diff/path-element.ts";

/**
 * Builds the 409 Conflict of an apply, with one cause for each conflicting field (internal.NewConflictError). Upstream
 * iterates over managers in random order; here the causes are sorted by message.
 */
function newConflictError(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ manager, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${printManager(manager)}`,
    field: formatPath(path),
  }));
  causes.sort((a, b) => compareUtf8(a.message, b.message));
  return newApplyConflict(causes, conflictMessage(conflicts));
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1)
    return `Apply failed with 1 conflict: conflict with ${printManager(first.manager)}: ${formatPath(first.path)}`;
  const byManager = new Map<string, string[]>();
  for (const { manager, path } of conflicts) {
    const paths = byManager.get(manager) ?? [];
    byManager.set(manager, paths);
    paths.push(`- ${formatPath(path)}`);
  }
  const managers = [...byManager].sort(([a], [b]) => compareUtf8(a, b));
  const lines = managers.flatMap(([manager, paths]) => [`conflicts with ${printManager(manager)}:`, ...paths]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

function printManager(identifier: string): string {
  const { manager = "", operation, apiVersion = "", subresource = "" } = parseManagerIdentifier(identifier);
  const named = subresource === "" ? quoteGo(manager) : `${quoteGo(manager)} with subresource ${quoteGo(subresource)}`;
  return operation === "Update" ? `${named} using ${apiVersion}` : named;
}

/** An object together with its decoded managed fields. */
interface AppliedObject {
  readonly object: KubeObject;
  readonly managed: Managed;
}

const beforeFirstApply = "before-first-apply";

/**
 * Merges an applied configuration into the live object and updates its managed fields (FieldManager.Apply). `live` is
 * the manager's `emptyObject` if the object does not exist yet.
 * Throws a 409 that lists every conflict, a 400 if the configuration does not match the kind and version of the
 * request, and a TypedError if it does not fit the type.
 */
export function applyManagedFields(
  fields: FieldManager,
  live: KubeObject,
  config: JsonValue,
  request: ApplyRequest,
): KubeObject {
  const decoded = phase(() =>
    wrapError("failed to decode managed fields", () => decodeManagedFields(managedFieldsOf(live) ?? [])),
  );
  const applied = isMap(config) ? config : {};
  refuseOtherKinds(applied, fields.kind);
  const managed =
    decoded.sets.size === 0 ? phase(() => trackBeforeFirstApply(fields, live, decoded, request)) : decoded;
  const result = phase(() => applyAs(fields, live, applied, managed, request));
  const object = request.manager === kubectlManager ? refreshLastApplied(result.object, applied) : result.object;
  const entries = encodeManagedFields(result.managed);
  return object === live && areSame(entries, managedFieldsOf(live)) ? live : withManagedFields(object, entries);
}

/** Reports whether two lists hold the identical entries, so that a repeated apply returns the same object. */
const areSame = (entries: readonly ManagedFieldsEntry[] = [], before: readonly ManagedFieldsEntry[] = []): boolean =>
  entries.length === before.length && entries.every((entry, i) => entry === before[i]);

function refuseOtherKinds({ apiVersion, kind }: JsonObject, expected: GroupVersionKind): void {
  const [version, name] = [typeof apiVersion === "string" ? apiVersion : "", typeof kind === "string" ? kind : ""];
  if (version === formatGroupVersion(expected) && name === expected.kind) return;
  throw newBadRequest(`invalid object type: ${printKind(version, name)}`);
}

/** Formats the group, version and kind of an object as Go prints them. */
function printKind(apiVersion: string, kind: string): string {
  const parts = apiVersion.split("/");
  if (parts.length > 2) return "/, Kind=";
  return `${parts.length === 2 ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/**
 * Assigns the fields of an object without managed fields to the manager "before-first-apply"
 * (internal.skipNonAppliedManager).
 */
function trackBeforeFirstApply(
  fields: FieldManager,
  live: KubeObject,
  managed: Managed,
  { now }: ApplyRequest,
): Managed {
  const identifier = identifierOf(fields, beforeFirstApply, "Update");
  return wrapError("failed to create manager for existing fields", () =>
    updateTracked(fields, fields.emptyObject, live, managed, identifier, now),
  );
}

/** Applies the configuration. kubectl may take over the fields that it applied with client-side apply. */
function applyAs(
  fields: FieldManager,
  live: KubeObject,
  config: JsonObject,
  managed: Managed,
  request: ApplyRequest,
): AppliedObject {
  try {
    return applyTracked(fields, live, config, managed, request);
  } catch (error) {
    if (!(error instanceof ConflictsError)) throw error;
    const conflicts =
      request.manager === kubectlManager ? conflictsBeyondLastApplied(fields, live, error.conflicts) : error.conflicts;
    if (conflicts.length > 0) throw newConflictError(conflicts);
    return applyTracked(fields, live, config, managed, { ...request, force: true });
  }
}

function applyTracked(
  fields: FieldManager,
  live: KubeObject,
  config: JsonObject,
  managed: Managed,
  { manager, force, now }: ApplyRequest,
): AppliedObject {
  if (hasManagedFields(config)) throw newBadRequest("metadata.managedFields must be nil");
  const identifier = identifierOf(fields, manager, "Apply");
  const last = managed.sets.get(identifier);
  const known = keptObject(() => withTypeMeta(fields, live));
  const patch = phase(() => configurationFor(fields, known, config, last && unstripped(last.set)));
  const typedLive = phase(() =>
    patch.walked
      ? { value: asJson(known), atom: fields.atom, apiVersion: patch.apiVersion }
      : typed(fields, known, () => `failed to create typed live object (${describeObject(asJson(live), fields.kind)})`),
  );
  const { value, managers } = phase(() => {
    const applied = applyConfiguration(fields, typedLive, patch, managed.sets, identifier, force);
    stripMeta(applied.managers, identifier, last?.set);
    return applied;
  });
  const times = new Map(managed.times);
  if (value === undefined) return { object: live, managed: { ...managed, sets: managers, times } };
  times.set(identifier, now);
  const kept = keptObject(() => sharedParts(value, typedLive.value));
  const filled = fields.cache.conforming.isLast(asJson(live), fields, live.metadata?.uid ?? "");
  const made = phase(() =>
    convertedOr(
      (message) =>
        new TypedError(`failed to convert to unversioned (${describeObject(config, fields.kind)}): ${message}`),
      () =>
        wrapError(
          () => `failed to convert new object (${describeObject(config, fields.kind)}) to proper version`,
          () => fields.toObject(value, kept, filled),
        ),
    ),
  );
  const object = phase(() => shareWithLive(made, live)); // restores defaults of fields that the configuration removed
  fields.cache.conforming.remember(asJson(object), fields, live.metadata?.uid ?? "", asJson(live));
  return { object, managed: { ...managed, sets: managers, times } };
}

/**
 * Reports whether a configuration has managed fields. Those that upstream cannot convert to entries are none
 * (unstructured.Unstructured GetManagedFields): they are refused as what does not fit the type.
 */
const hasManagedFields = (config: JsonObject): boolean => {
  const { managedFields } = metadataOf(config);
  return Array.isArray(managedFields) && managedFields.every(isEntry);
};

const entryTexts = ["manager", "operation", "apiVersion", "fieldsType", "subresource"] as const;

const isEntry = (entry: JsonValue): boolean => {
  if (!isMap(entry)) return false;
  const { time = null } = entry;
  return entryTexts.every((name) => typeof (entry[name] ?? "") === "string") && (time === null || isTime(time));
};

function isTime(time: JsonValue): boolean {
  try {
    decodeTime(time);
    return true;
  } catch {
    return false;
  }
}

/** Returns the live object with its apiVersion and kind, and without managed fields. */
const withTypeMeta = ({ kind }: FieldManager, live: KubeObject): KubeObject =>
  copyWith<KubeObject>(
    { apiVersion: formatGroupVersion(kind), kind: kind.kind, metadata: live.metadata },
    withManagedFields(live, undefined),
  );

/** Reads and validates the configuration of an apply. `like` is the set of fields that it probably specifies. */
function configurationFor(
  fields: FieldManager,
  live: KubeObject,
  config: JsonObject,
  like: FieldSet | undefined,
): Configuration {
  const { atom, kind } = fields;
  // one walk does not pause: a large request takes the steps that it stands for
  const walks =
    runningWork() === undefined && fields.cache.conforming.liveConforms(asJson(live), fields, live.metadata?.uid ?? "");
  const walked = walks ? walkConfiguration(asJson(live), config, atom, like) : undefined;
  return walked
    ? { value: config, atom, apiVersion: formatGroupVersion(kind), set: walked.set, walked }
    : typedPatch(fields, config, like);
}

/** Returns the configuration with the set of its fields, which is probably the one of the manager's last apply. */
function typedPatch({ atom, kind }: FieldManager, config: JsonObject, like: FieldSet | undefined): Configuration {
  const apiVersion = formatGroupVersion(kind);
  const set = configurationSet(config, atom, like);
  if (set) return { value: config, atom, apiVersion, set };
  const value = withIntegers(config);
  if (!isValidValue(value, atom, false)) {
    wrapError(`failed to create typed patch object (${describeObject(config, kind)})`, () =>
      validateValue(value, atom, false),
    );
  }
  return { value, atom, apiVersion, set: toFieldSet(value, atom) };
}

/** Converts floats without a fraction to integers, as they are stored. */
function withIntegers(value: JsonValue): JsonValue {
  if (value instanceof Double) return Number.isSafeInteger(value.value) ? value.value + 0 : value;
  if (Array.isArray(value)) return withIntegerItems(value);
  return isMap(value) ? withIntegerMembers(value) : value;
}

function withIntegerItems(items: readonly JsonValue[]): readonly JsonValue[] {
  let changed: JsonValue[] | undefined;
  for (const [i, item] of items.entries()) {
    const whole = withIntegers(item);
    if (whole === item) continue;
    changed ??= [...items];
    changed[i] = whole;
  }
  return changed ?? items;
}

function withIntegerMembers(members: JsonObject): JsonObject {
  let changed: Record<string, JsonValue> | undefined;
  for (const name in members) {
    const member = members[name];
    const whole = member === undefined ? member : withIntegers(member);
    if (whole === member || whole === undefined) continue;
    changed ??= { ...members };
    setMember(changed, name, whole);
  }
  return changed ?? members;
}
