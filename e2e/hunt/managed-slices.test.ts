import { expect, it } from "vitest";
import { StatusError } from "../../src/apimachinery/errors.ts";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../src/apimachinery/meta.ts";
import { codecOfKind } from "../../src/apiserver/codec/json/typed-codec.ts";
import { DecodeError } from "../../src/apiserver/codec/json/decode-state.ts";
import { applyManagedFields } from "../../src/apiserver/managedfields/apply-managed-fields.ts";
import { updateManagedFields, type FieldManager } from "../../src/apiserver/managedfields/field-manager.ts";
import { isTrackingError } from "../../src/apiserver/managedfields/field-manager.ts";
import { plainFieldManager } from "../../src/apiserver/managedfields/testing/plain-field-manager.ts";
import { atomOfSchema } from "../../src/apiserver/managedfields/schema-atom.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, Work } from "../../src/component-base/work.ts";
import { filledKinds } from "./kind-cases.ts";

/** Lists of some hundred items. */
const listBytes = 2_500;
const smallSlice = 41;
/** One of so many cases is tried. */
const stride = 23;
const types = await loadBuiltinTypes();
const { signal } = new AbortController();

/** Turns that come at once, and are counted. */
class InstantTurns extends Turns {
  count = 0;

  override next(): Promise<void> {
    this.count++;
    return Promise.resolve();
  }
}

type Kind = Awaited<ReturnType<typeof filledKinds>>[number]["row"];

function managerOf(row: Kind): FieldManager {
  const schema = types.schemaOf(row);
  if (schema === undefined) throw new Error(`no type ${row.kind}`);
  return plainFieldManager(row, atomOfSchema(schema));
}

/** Leaves out some of the items of lists and the members of maps, and changes others. */
function changed(value: JsonValue, isInside = false): JsonValue {
  if (Array.isArray(value)) {
    const items = value.filter((_, i) => i % 5 !== 3).map((item) => changed(item, true));
    return items.length > 20 ? [...items.slice(10), ...items.slice(0, 10)] : items;
  }
  if (typeof value !== "object" || value === null) return isInside && value === "v" ? "w" : value;
  const members = Object.entries(value as Readonly<Record<string, JsonValue>>);
  const left = members.filter((_, i) => members.length < 20 || i % 5 !== 3);
  return Object.fromEntries(left.map(([name, member]) => [name, changed(member, true)]));
}

const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

/** Returns what a computation returns or throws, as text. */
function printed(compute: () => unknown): string {
  try {
    return JSON.stringify(compute(), plain);
  } catch (error) {
    if (error instanceof StatusError) return JSON.stringify(error.status);
    if (isTrackingError(error)) return error.message;
    throw error;
  }
}

it("managed fields of large objects are found in slices as at once", async () => {
  const different: unknown[] = [];
  const turns = new InstantTurns();
  for (const [i, { row, text, name }] of (await filledKinds(listBytes)).entries()) {
    if (i % stride !== 0) continue;
    const decode = (value: JsonValue): KubeObject => codecOfKind(types, row).decode(value);
    const written = decodeJson(text());
    let first: KubeObject;
    try {
      first = decode(written);
    } catch (error) {
      if (error instanceof DecodeError) continue;
      throw error;
    }
    const fields = managerOf(row);
    const [second, config] = [changed(asJson(first)) as unknown as KubeObject, changed(written)];
    const live = updateManagedFields(fields, fields.emptyObject, first, "one", "2024-01-01T00:00:00Z");
    const stored = { ...live, metadata: { ...live.metadata, uid: "u" } };
    const apply = (force: boolean) => (): unknown =>
      applyManagedFields(managerOf(row), stored, config, { manager: "two", force, now: "2024-01-01T00:00:01Z" });
    const attempts: Readonly<Record<string, () => unknown>> = {
      create: () => updateManagedFields(fields, fields.emptyObject, first, "one", "2024-01-01T00:00:00Z"),
      update: () =>
        updateManagedFields(fields, stored, { ...second, metadata: stored.metadata }, "two", "2024-01-01T00:00:01Z"),
      apply: apply(false),
      "forced apply": apply(true),
    };
    for (const [attempt, compute] of Object.entries(attempts)) {
      const owner = { work: new Work(smallSlice), turns, signal, isLarge: true };
      const slices = await inSlices(owner, () => ({ text: printed(compute) }));
      const once = printed(compute);
      if (slices.text !== once) different.push({ name, attempt, slices: slices.text, once });
    }
  }
  expect(different).toEqual([]);
  expect(turns.count).toBeGreaterThan(1_000);
}, 120_000);
