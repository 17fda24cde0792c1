import { expect, it } from "vitest";
import { fieldPath, invalid, notSupported, rootPath, type FieldError } from "../../src/apimachinery/field-error.ts";
import { newInvalid } from "../../src/apimachinery/invalid-error.ts";
import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import { printing } from "../../src/apiserver/registry/refused-as-invalid.ts";
import { goMap, listOf, printedAs } from "../../src/apis/go-print.ts";
import type { JSONSchemaProps } from "../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../../src/apiserver/schema/structural/new-structural.ts";
import { loadRegexps } from "../../src/apiserver/schema/validation/regexps.ts";
import { compileSchemaValidator } from "../../src/apiserver/schema/validation/schema-validator.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { inSlices, sliceUnits, unpaused, Work } from "../../src/component-base/work.ts";

const length = 2_000_000;
const path = fieldPath("spec", "text");
const keyed = (count: number): JsonObject => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
const addresses = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, i) => ({ ip: `10.0.0.${i}` }));
/** Texts whose characters are printed as they are, escaped, or of two units. */
const texts: Readonly<Record<string, string>> = {
  "control characters": "\x7f\x01".repeat(length / 2),
  quotes: `"\\`.repeat(length / 2),
  "pairs of surrogates": `a${"😀".repeat(length / 2)}\x7f`,
  "halves of pairs": "a" + "\ud83d".repeat(length / 4),
  "escapes of HTML": "<&>\u2028".repeat(length / 4),
};

/** Errors that quote much. */
const quoting: Readonly<Record<string, readonly FieldError[]>> = {
  ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [invalid(path, text, "must be short")]])),
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      `${name}, of a Go type of its own`,
      [notSupported(path, text, ["a"])],
    ]),
  ),
  "an object of many members": [invalid(path, keyed(200_000), "must be empty")],
  "a list in the form of Go": [invalid(path, printedAs(listOf([["IP", "ip", ""]]), addresses(100_000)), "too many")],
  "a map in the order of Go": [invalid(path, printedAs(goMap, keyed(100_000)), "must be empty")],
  "10,000 texts": Array.from({ length: 10_000 }, (_, i) =>
    invalid(path.index(i), `\x7f${i}`.repeat(40), "must be short"),
  ),
};

async function inPieces<T>(compute: (work: Work) => T) {
  const work = new Work();
  const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  const made = await inSlices(owner, () => compute(work));
  work.renew();
  return { made, ...work.counts };
}

it.each(Object.entries(quoting))("an error that quotes %s is described in slices as at once", async (_, errors) => {
  const kind = { group: "hunt.example.com", kind: "Hunt" };
  const { made, done, longest } = await inPieces(() => newInvalid(kind, "hunt", errors, printing));
  expect(made.status).toEqual(newInvalid(kind, "hunt", errors).status);
  expect(done).toBeGreaterThan(sliceUnits);
  expect(longest).toBeLessThan(1.2 * sliceUnits);
});

it("findings about a long text are told in slices as at once", async () => {
  const formats = ["date", "ipv4", "uuid"].map((format): JSONSchemaProps => ({ format }));
  const schema = newStructural({ type: "object", properties: { text: { type: "string", allOf: formats } } });
  const validator = compileSchemaValidator(schema, await loadRegexps());
  const value = { text: texts["control characters"] ?? "" };
  const { made, done, longest } = await inPieces((work) => validator.validate(value, rootPath, work));
  expect(made).toEqual(validator.validate(value, rootPath, unpaused()));
  expect(done).toBeGreaterThan(sliceUnits);
  expect(longest).toBeLessThan(1.2 * sliceUnits);
});

it("a large object that no enumeration allows is told by its size", async () => {
  const large: JSONSchemaProps = { type: "object", additionalProperties: { type: "integer" }, enum: [{}, { a: 1 }] };
  const schema = newStructural({ type: "object", properties: { map: large } });
  const validator = compileSchemaValidator(schema, await loadRegexps());
  const { made, longest } = await inPieces((work) => validator.validate({ map: keyed(100_000) }, rootPath, work));
  expect(made).toHaveLength(1);
  expect(longest).toBeLessThan(1.2 * sliceUnits);
});

it("a list whose form in Go is longer than 8 MB is quoted in part", async () => {
  const empty = {};
  const items = Array.from({ length: 400_000 }, () => empty);
  const form = listOf([
    ["Hostnames", "hostnames", null],
    ["IP", "ip", ""],
  ]);
  const errors = [invalid(path, printedAs(form, items), "too many")];
  const { made } = await inPieces(() => newInvalid({ group: "", kind: "Hunt" }, "hunt", errors, printing));
  const said = made.status.details?.causes?.[0]?.message ?? "";
  expect(said).toMatch(/^Invalid value: \[\{"Hostnames":null,"IP":""\},\{/);
  expect(said).toMatch(/\{"Hostnames":null,"IP":""\}, and more\]: too many$/);
  expect(said.length).toBeGreaterThan(8_000_000);
  expect(said.length).toBeLessThan(9_000_000);
});
