import { newBadRequest } from "../../apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { Double, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { ConflictsError } from "../../structured-merge-diff/managers.ts";
import { wrapError, type TypedValue } from "../../structured-merge-diff/typed-value.ts";
import { applyConfiguration } from "../../structured-merge-diff/updater.ts";
import { isValidValue, validateValue } from "../../structured-merge-diff/validate.ts";
import { asFloats, isMap, setMember } from "../../structured-merge-diff/value.ts";
import { newConflictError } from "./conflict-error.ts";
import { identifierOf, typed, updateTracked, type FieldManager } from "./field-manager.ts";
import { conflictsBeyondLastApplied, kubectlManager, refreshLastApplied } from "./last-applied.ts";
import { decodeManagedFields, encodeManagedFields, type Managed } from "./managed.ts";
import { asJson, describeObject, managedFieldsOf, metadataOf, withManagedFields } from "./object-parts.ts";
import { stripMeta } from "./strip-meta.ts";

/** What is applied, by whom, and whether others give way. */
export interface ApplyRequest {
  readonly manager: string;
  readonly force: boolean;
  readonly now: string;
}

/** An object and who owns what of it, side by side. */
interface AppliedObject {
  readonly object: KubeObject;
  readonly managed: Managed;
}

const beforeFirstApply = "before-first-apply";

/**
 * The live object with a configuration merged in, and managed fields that say so (FieldManager.Apply). `live` is the manager's `emptyObject` where there is none.
 * Throws a 409 that names every conflict, a 400 for what is no configuration of this path, and a TypedError for what does not fit the type.
 */
export function applyManagedFields(fields: FieldManager, live: KubeObject, config: JsonValue, request: ApplyRequest): KubeObject {
  const decoded = wrapError("failed to decode managed fields", () => decodeManagedFields(managedFieldsOf(live) ?? []));
  const applied = isMap(config) ? config : {};
  refuseOtherKinds(applied, fields.kind);
  const managed = decoded.sets.size === 0 ? trackBeforeFirstApply(fields, live, decoded, request) : decoded;
  const result = applyAs(fields, live, applied, managed, request);
  const object = request.manager === kubectlManager ? refreshLastApplied(result.object, applied) : result.object;
  return withManagedFields(object, encodeManagedFields(result.managed));
}

function refuseOtherKinds({ apiVersion, kind }: JsonObject, expected: GroupVersionKind): void {
  const [version, name] = [typeof apiVersion === "string" ? apiVersion : "", typeof kind === "string" ? kind : ""];
  if (version === formatGroupVersion(expected) && name === expected.kind) return;
  throw newBadRequest(`invalid object type: ${printKind(version, name)}`);
}

/** Go's text of a group, version and kind that are read from an object. */
function printKind(apiVersion: string, kind: string): string {
  const parts = apiVersion.split("/");
  if (parts.length > 2) return "/, Kind=";
  return `${parts.length === 2 ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/** What nobody owned until now belongs to nobody in particular (internal.skipNonAppliedManager). */
function trackBeforeFirstApply(fields: FieldManager, live: KubeObject, managed: Managed, { now }: ApplyRequest): Managed {
  const identifier = identifierOf(fields, beforeFirstApply, "Update");
  return wrapError("failed to create manager for existing fields", () => updateTracked(fields, fields.emptyObject, live, managed, identifier, now));
}

/** Applies; kubectl may take over what it applied from the client's side. */
function applyAs(fields: FieldManager, live: KubeObject, config: JsonObject, managed: Managed, request: ApplyRequest): AppliedObject {
  try {
    return applyTracked(fields, live, config, managed, request);
  } catch (error) {
    if (!(error instanceof ConflictsError)) throw error;
    const conflicts = request.manager === kubectlManager ? conflictsBeyondLastApplied(fields, live, error.conflicts) : error.conflicts;
    if (conflicts.length > 0) throw newConflictError(conflicts);
    return applyTracked(fields, live, config, managed, { ...request, force: true });
  }
}

function applyTracked(fields: FieldManager, live: KubeObject, config: JsonObject, managed: Managed, { manager, force, now }: ApplyRequest): AppliedObject {
  if (hasManagedFields(config)) throw newBadRequest("metadata.managedFields must be nil");
  const identifier = identifierOf(fields, manager, "Apply");
  const patch = typedPatch(fields, config);
  const typedLive = typed(fields, withTypeMeta(fields, live), () => `failed to create typed live object (${describeObject(asJson(live), fields.kind)})`);
  const { value, managers } = applyConfiguration(fields, typedLive, patch, managed.sets, identifier, force);
  stripMeta(managers, identifier);
  const times = new Map(managed.times);
  if (value === undefined) return { object: live, managed: { ...managed, sets: managers, times } };
  times.set(identifier, now);
  return { object: wrapError(() => `failed to convert new object (${describeObject(config, fields.kind)}) to proper version`, () => fields.toObject(value)), managed: { ...managed, sets: managers, times } };
}

const hasManagedFields = (config: JsonObject): boolean => {
  const { managedFields } = metadataOf(config);
  return Array.isArray(managedFields) && managedFields.every(isMap);
};

/** The live object as its type has it, without managed fields. */
const withTypeMeta = ({ kind }: FieldManager, live: KubeObject): KubeObject => ({ apiVersion: formatGroupVersion(kind), kind: kind.kind, ...withManagedFields(live, undefined) });

function typedPatch({ atom, kind }: FieldManager, config: JsonObject): TypedValue {
  const value = withFloats(config);
  if (!isValidValue(value, atom, false)) {
    wrapError(`failed to create typed patch object (${describeObject(config, kind)})`, () => validateValue(asFloats(config), atom, false));
  }
  return { value, atom, apiVersion: formatGroupVersion(kind) };
}

/** Numbers as upstream's YAML reader leaves them: integers too wide for a float lose what does not fit. */
function withFloats(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return new Double(Number(value));
  if (value instanceof Double) return Number.isSafeInteger(value.value) ? value.value + 0 : value;
  if (Array.isArray(value)) return withFloatItems(value);
  return isMap(value) ? withFloatMembers(value) : value;
}

function withFloatItems(items: readonly JsonValue[]): readonly JsonValue[] {
  let changed: JsonValue[] | undefined;
  for (const [i, item] of items.entries()) {
    const float = withFloats(item);
    if (float === item) continue;
    changed ??= [...items];
    changed[i] = float;
  }
  return changed ?? items;
}

function withFloatMembers(members: JsonObject): JsonObject {
  let changed: Record<string, JsonValue> | undefined;
  for (const name in members) {
    const member = members[name];
    const float = member === undefined ? member : withFloats(member);
    if (float === member || float === undefined) continue;
    changed ??= { ...members };
    setMember(changed, name, float);
  }
  return changed ?? members;
}
