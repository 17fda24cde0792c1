// Compares what is served at /openapi/v2, every API version enabled, with another server's document:
// node .config/run.mjs e2e/openapi/compare.ts openapi-v2.json.gz
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { JsonValue } from "../../src/apimachinery/json/value.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import { documentTexts } from "../../src/apiserver/endpoints/openapi/document.ts";
import { loadDocuments } from "../../src/apiserver/endpoints/openapi/documents.ts";
import { Pace } from "../../src/apiserver/endpoints/openapi/pace.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { Turns } from "../../src/component-base/event-loop.ts";
import { differences } from "./differences.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("say which document to compare with: openapi-v2.json.gz");

const bytes = readFileSync(file);
const expected = JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")) as JsonValue;
const makeDocuments = await loadDocuments(await loadBuiltinTypes());
const document = await makeDocuments(builtinResources)([]).v2(new Pace(new Turns()));
const found = differences(JSON.parse([...documentTexts(document)].join("")) as JsonValue, expected);
for (const difference of found) console.log(difference);
console.log(`${found.length} differences`);
process.exitCode = found.length === 0 ? 0 : 1;
