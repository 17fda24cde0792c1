import { expect, test } from "vitest";
import { decodeJson } from "../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../src/apimachinery/json/encode.ts";
import { isObject, type JsonValue } from "../../src/apimachinery/json/value.ts";
import { JsonPathError } from "../../src/apimachinery/jsonpath/json-path-error.ts";
import { JsonPath } from "../../src/apimachinery/jsonpath/json-path.ts";
import { tableLayoutOf } from "../../src/apiextensions/columns/printer-columns.ts";
import type { KubeObject } from "../../src/apimachinery/meta.ts";
import { readLines } from "../conformance/recorded-files.ts";

/** What client-go's jsonpath made of a template: why it cannot be parsed, or what came of each object in turn. */
interface TemplateRecord {
  readonly id: string;
  readonly template: string;
  readonly allowMissingKeys: boolean;
  readonly objects: readonly string[];
  readonly expect: TemplateResult;
}

interface TemplateResult {
  readonly parse?: string;
  readonly runs?: readonly { readonly text?: string; readonly error?: string }[];
}

/** The cells of a custom resource in columns of each type, `[]` for a path that cannot be parsed. */
interface ColumnRecord {
  readonly id: string;
  readonly jsonPath: string;
  readonly object: string;
  readonly expect: string;
}

const recordsOf = <T>(name: string): readonly T[] =>
  readLines(`e2e/json-path/recorded/${name}.jsonl.gz`).map((line) => JSON.parse(line) as T);

function messageOf(error: unknown): string {
  if (error instanceof JsonPathError) return error.message;
  throw error;
}

function resultOf({ template, allowMissingKeys, objects }: TemplateRecord): TemplateResult {
  let path: JsonPath;
  try {
    path = new JsonPath(template, { allowMissingKeys });
  } catch (error) {
    return { parse: messageOf(error) };
  }
  return { runs: objects.map((object) => runOf(path, decodeJson(object))) };
}

function runOf(path: JsonPath, object: JsonValue): { readonly text?: string; readonly error?: string } {
  try {
    return { text: path.print(object) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

const types = ["string", "integer", "number", "boolean", "date"];

function cellsOf({ jsonPath, object }: ColumnRecord): string {
  const additionalPrinterColumns = types.map((type) => ({ name: type, type, jsonPath }));
  const layout = tableLayoutOf({ name: "v1", served: true, storage: true, additionalPrinterColumns });
  const value = decodeJson(object);
  if (layout === undefined || !isObject(value)) throw new Error("a record without columns or object");
  const custom = layout.columns.slice(1);
  return encodeJson(custom.map((column) => column.cell(value as unknown as KubeObject, Date.UTC(2026, 5))));
}

test("templates are parsed and evaluated as client-go v0.34 does", () => {
  const records = recordsOf<TemplateRecord>("templates");
  expect(records.length).toBe(1500);
  const wrong = records.filter((record) => JSON.stringify(resultOf(record)) !== JSON.stringify(record.expect));
  expect(wrong.map((record) => [record.id, record.template, record.expect, resultOf(record)])).toEqual([]);
});

test("printer columns have the cells of apiextensions-apiserver v0.34's table convertor", () => {
  const records = recordsOf<ColumnRecord>("columns");
  expect(records.length).toBeGreaterThan(400);
  const wrong = records.filter((record) => cellsOf(record) !== record.expect);
  expect(wrong.map((record) => [record.id, record.jsonPath, record.expect, cellsOf(record)])).toEqual([]);
});
