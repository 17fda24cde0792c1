import { expect, it } from "vitest";
import { StatusError } from "../../src/apimachinery/errors.ts";
import { formatGroupVersion } from "../../src/apimachinery/gvk.ts";
import { decodeRequest, type RequestBody } from "../../src/apiserver/codec/request-decoder.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, Work } from "../../src/component-base/work.ts";
import { filledKinds } from "./kind-cases.ts";

const types = await loadBuiltinTypes();
const { signal } = new AbortController();
const smallSlice = 11;
/** One of so many cases is tried. */
const stride = 9;

/** Turns that come at once. */
class InstantTurns extends Turns {
  override next(): Promise<void> {
    return Promise.resolve();
  }
}

function decoded(request: RequestBody): unknown {
  try {
    return decodeRequest(types, request);
  } catch (error) {
    if (error instanceof StatusError) return error.status;
    throw error;
  }
}

/** Bodies that are decoded in different ways: as it is, with unknown fields, with repeated ones, cut short. */
const variants = (text: string): readonly string[] => [
  text,
  text.replaceAll("{", '{"unknown":1,').replaceAll(",}", "}"),
  text.replaceAll(/("[a-z]+":)("[^"]*"|\d+)/g, "$1$2,$1$2"),
  text.replaceAll(/("[a-z]+":)"/g, '$1[0],"x":"'),
  text.slice(0, -2),
];

it("bodies are decoded in slices as at once", async () => {
  const different: unknown[] = [];
  let compared = 0;
  for (const [i, { row, text, name }] of (await filledKinds(150)).entries()) {
    if (i % stride !== 0) continue;
    for (const variant of variants(text())) {
      const request: RequestBody = {
        body: new TextEncoder().encode(variant),
        contentType: "application/json",
        kind: { group: row.group, version: row.version, kind: row.kind },
        fieldValidation: i % 2 === 0 ? "Strict" : "Warn",
      };
      const work = new Work(smallSlice);
      const owner = { work, turns: new InstantTurns(), signal, isLarge: true };
      const slices = JSON.stringify(await inSlices(owner, () => decoded(request)), plain);
      const once = JSON.stringify(decoded(request), plain);
      compared++;
      if (slices !== once) different.push({ name, version: formatGroupVersion(row), variant, slices, once });
    }
  }
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(500);
}, 120_000);

const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
