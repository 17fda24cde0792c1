import { messageOf } from "../../../src/apimachinery/message-of.ts";
import { StatusError } from "../../../src/apimachinery/errors.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../src/apimachinery/gvk.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../src/apimachinery/json/value.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../../src/apimachinery/meta.ts";
import { parseGroupVersion } from "../../../src/apiserver/codec/json/type-meta.ts";
import { ApplyCache } from "../../../src/apiserver/managedfields/apply-cache.ts";
import { applyManagedFields } from "../../../src/apiserver/managedfields/apply-managed-fields.ts";
import { upgradeEntries, upgradePatch } from "../../../src/kubectl/patch/csa-upgrade.ts";
import {
  trackUpdate,
  updateManagedFields,
  type FieldManager,
} from "../../../src/apiserver/managedfields/field-manager.ts";
import { withManagedFields } from "../../../src/apiserver/managedfields/object-parts.ts";
import { ownableBy } from "../../../src/apiserver/managedfields/ownable-fields.ts";
import { ignoreManagedFieldsTimestamps } from "../../../src/apiserver/registry/managed-fields-timestamps.ts";
import { MissingVersionError, type TypedValue } from "../../../src/structured-merge-diff/typed-value.ts";
import { validateValue } from "../../../src/structured-merge-diff/validate.ts";
import { asFloats } from "../../../src/structured-merge-diff/value.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { versionUnderTest, type RecordedDefinition, type VersionUnderTest } from "./kind-under-test.ts";

/** The expected result of an operation. */
interface Expected {
  readonly at: string;
  readonly live?: JsonObject;
  readonly managedFields?: readonly JsonObject[];
  readonly managedFieldsBeforeTimestampTransformer?: readonly JsonObject[];
  readonly error?: JsonObject;
  readonly swallowed?: boolean;
  readonly decodeError?: string;
  readonly patch?: JsonValue;
}

interface Operation {
  readonly op: "apply" | "update" | "schema" | "csaUpgrade";
  readonly manager?: string;
  readonly force?: boolean;
  readonly subresource?: string;
  readonly version?: string;
  readonly object?: JsonValue;
  readonly crd?: RecordedDefinition;
  readonly from?: readonly string[];
  readonly expect: Expected;
}

type ResetFields = Readonly<Record<string, readonly string[]>>;

/** The state of a record: the stored object, its kind, and the reset fields by subresource. */
class Sequence {
  readonly #cache = new ApplyCache();
  readonly #gvk: GroupVersionKind;
  readonly #resetFields: ResetFields;
  #definition: RecordedDefinition | undefined;
  #live: KubeObject | undefined;

  constructor(record: OracleRecord) {
    this.#gvk = input(record, "gvk");
    this.#resetFields = input<ResetFields | undefined>(record, "resetFields") ?? {};
    this.#definition = input<RecordedDefinition | undefined>(record, "crd");
  }

  run(operation: Operation): string | undefined {
    const { expect } = operation;
    switch (operation.op) {
      case "schema":
        this.#definition = operation.crd;
        this.#live = this.#live && this.#version(this.#gvk)?.decode(this.#live as unknown as JsonValue);
        return this.#compare(expect);
      case "csaUpgrade":
        return this.#upgrade(operation);
      case "apply":
        return this.#attempt(expect, () => this.#apply(operation));
      case "update":
        return this.#update(operation);
    }
  }

  #version(kind: GroupVersionKind): VersionUnderTest | undefined {
    return versionUnderTest(kind, this.#definition);
  }

  #fieldManager(operation: Operation): FieldManager & VersionUnderTest {
    const kind = { ...this.#gvk, version: operation.version ?? this.#gvk.version };
    const version = this.#version(kind);
    if (!version) throw new Error(`no version ${kind.version}`);
    const { subresource = "" } = operation;
    const paths = this.#resetFields[subresource];
    const ownable = ownableBy({ resetFields: paths ?? [] });
    return {
      ...version,
      kind,
      subresource,
      cache: this.#cache,
      decoded: false,
      converter: { convert: (value, apiVersion) => this.#convert(value, apiVersion) },
      ...(ownable && { ownable: new Map([[formatGroupVersion(kind), ownable]]) }),
      toObject: (merged, kept) => version.complete(merged, kept),
    };
  }

  #convert({ value }: TypedValue, apiVersion: string): TypedValue {
    const version = this.#version({ ...parseGroupVersion(apiVersion), kind: this.#gvk.kind });
    if (!version) throw new MissingVersionError(apiVersion);
    const converted = { ...(value as JsonObject), apiVersion };
    validateValue(converted, version.atom, false);
    return { value: converted, atom: version.atom, apiVersion };
  }

  /** Returns the stored object in a version, or an empty object if there is none. */
  #liveIn({ kind, emptyObject }: FieldManager): KubeObject {
    return this.#live ? { ...this.#live, apiVersion: formatGroupVersion(kind) } : emptyObject;
  }

  /** Applies a configuration. In the configurations of the records, all numbers were read as floats. */
  #apply(operation: Operation): void {
    const fields = this.#fieldManager(operation);
    const { object = null, manager = "", force = false, expect } = operation;
    const live = this.#liveIn(fields);
    this.#store(
      operation,
      live,
      applyManagedFields(fields, live, asFloats(object), { manager, force, now: expect.at }),
    );
  }

  #update(operation: Operation): string | undefined {
    const { object = null, manager = "", expect } = operation;
    const fields = this.#fieldManager(operation);
    const live = this.#liveIn(fields);
    let next: KubeObject;
    try {
      next = fields.decode(object);
    } catch (error) {
      return difference(expect.decodeError, messageOf(error), "expect.decodeError");
    }
    if (expect.decodeError !== undefined) return `expected not to decode: ${expect.decodeError}`;
    const swallowed = difference(
      expect.error,
      errorOf(() => trackUpdate(fields, live, next, manager, expect.at)),
      "expect.error",
    );
    if (swallowed !== undefined) return swallowed;
    this.#store(operation, live, updateManagedFields(fields, live, next, manager, expect.at));
    return this.#compare(expect);
  }

  #upgrade({ from = [], manager = "", expect }: Operation): string | undefined {
    const live = this.#live;
    if (!live) return "there is nothing to upgrade";
    const [object, managers] = [live as unknown as JsonObject, new Set(from)];
    const patch = upgradePatch(object, managers, manager);
    const entries = upgradeEntries(object, managers, manager) as unknown as readonly ManagedFieldsEntry[];
    this.#live = withManagedFields(live, entries.length === 0 ? undefined : entries);
    return difference(expect.patch ?? null, patch ?? null, "expect.patch") ?? this.#compare(expect);
  }

  #attempt(expect: Expected, run: () => void): string | undefined {
    const error = errorOf(run);
    const { error: expected } = expect;
    const any = expected?.["anyOf"];
    if (Array.isArray(any))
      return any.some((one) => difference(one, error) === undefined)
        ? undefined
        : `expect.error: got ${encodeJson((error ?? null) as JsonValue)}`;
    return difference(expected, error, "expect.error") ?? (expected ? undefined : this.#compare(expect));
  }

  /**
   * Stores an object as the generic store does: handles reset fields, the uid, and updates that change only timestamps.
   */
  #store(operation: Operation, live: KubeObject, next: KubeObject): void {
    const paths = (this.#live && this.#resetFields[operation.subresource ?? ""]) ?? [];
    const encoded = this.#version(this.#gvk)?.asEncoded(next) ?? next;
    const reset = paths.reduce<JsonObject>(
      (object, path) => resetPath(object, live as unknown as JsonObject, path.split(".")),
      encoded as unknown as JsonObject,
    );
    const stored = withUid(reset);
    const before = operation.expect.managedFieldsBeforeTimestampTransformer;
    const problem =
      before && difference(before, stored.metadata.managedFields ?? [], "before the timestamp transformer");
    if (problem !== undefined) throw new Error(problem);
    this.#live = this.#live ? ignoreManagedFieldsTimestamps(stored, live) : stored;
  }

  #compare({ live, managedFields }: Expected): string | undefined {
    const actual = this.#live;
    if (!actual) return live === undefined ? undefined : "nothing is stored";
    const owners = actual.metadata?.managedFields ?? [];
    return (
      difference(live, withManagedFields(actual, undefined), "expect.live") ??
      difference(managedFields ?? [], owners, "expect.managedFields")
    );
  }
}

function resetPath(object: JsonObject, live: JsonObject, [name = "", ...rest]: readonly string[]): JsonObject {
  const [mine, theirs] = [object[name], live[name]];
  if (rest.length > 0)
    return mine === undefined ? object : { ...object, [name]: resetPath(asMembers(mine), asMembers(theirs), rest) };
  const { [name]: _, ...others } = object;
  return theirs === undefined ? others : { ...object, [name]: theirs };
}

const asMembers = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

function withUid(object: JsonObject): KubeObject {
  const { metadata } = object;
  const isWhole = metadata === undefined || isObject(metadata);
  const kube = object as unknown as KubeObject;
  return isWhole && !("uid" in asMembers(metadata)) ? { ...kube, metadata: { ...kube.metadata, uid: "uid-1" } } : kube;
}

/** Returns an error in the notation of the records; undefined if there was none. */
function errorOf(run: () => void): JsonObject | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError)) return { text: messageOf(error) };
    const { code = 0, reason = "", message = "", details } = error.status;
    return {
      status: { code, reason, message, ...(details?.causes ? { causes: details.causes as unknown as JsonValue } : {}) },
    };
  }
}

/** Runs the operations of a record in sequence. */
export function check(record: OracleRecord): string | undefined {
  const sequence = new Sequence(record);
  for (const [i, operation] of input<readonly Operation[]>(record, "ops").entries()) {
    const problem = sequence.run(operation);
    if (problem !== undefined) return `ops[${i}] ${operation.op}: ${problem}`;
  }
  return undefined;
}
