import type { JsonObject } from "../../src/apimachinery/json/value.ts";
import type { ConversionRequest } from "../../src/client/converter.ts";
import { filled, liveVersion, post, type HuntCase, type HuntRequest } from "./hunt-case.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const [group, plural] = ["converted.example.com", "converteds"];
/** The definition whose objects a function converts, as a webhook would. */
export const convertedDefinition = `${plural}.${group}`;

/** Converts objects by changing only their version. */
export const convertObjects = ({ objects, desiredAPIVersion }: ConversionRequest): readonly JsonObject[] =>
  objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));

const strategies: Readonly<Record<string, string>> = {
  "by a webhook": `{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],"clientConfig":{"url":"https://127.0.0.1:1/"}}}`,
  "by its version alone": `{"strategy":"None"}`,
};

const schema = `{"openAPIV3Schema":{"type":"object","properties":{"map":{"type":"object","additionalProperties":{"type":"string"}},"list":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}}}}`;
const version = (name: string, storage: boolean): string =>
  `{"name":"${name}","served":true,"storage":${storage},"schema":${schema}}`;

const definition = (conversion: string): string =>
  `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"${convertedDefinition}"},` +
  `"spec":{"group":"${group}","scope":"Namespaced","names":{"plural":"${plural}","kind":"Converted"},"conversion":${conversion},` +
  `"versions":[${version("v1", true)},${version("v2", false)}]}}`;

const target = (apiVersion: string): string => `/apis/${group}/${apiVersion}/namespaces/default/${plural}`;
const objectBytes = 2_800_000;

/** The members of large objects beside their metadata. */
const members: Readonly<Record<string, (value: string) => string>> = {
  "a large map": (value) => `"map":{${filled((i) => `"k${i}":"${value}"`, objectBytes)}}`,
  "a large list": (value) => `"list":[${filled((i) => `{"a":"${value}${i}"}`, objectBytes)}]`,
};

const bodyOf = (apiVersion: string, part: string, metadata = ""): string =>
  `{"apiVersion":"${group}/${apiVersion}","kind":"Converted","metadata":{"name":"large"${metadata}},${part}}`;

function requests(part: (value: string) => string): Readonly<Record<string, HuntRequest>> {
  const one = `${target("v2")}/large`;
  const body = (): string => bodyOf("v2", part("w"));
  return {
    "is read": { method: "GET", target: one },
    "is listed": { method: "GET", target: target("v2") },
    "is replaced": {
      method: "PUT",
      target: one,
      contentType: "application/json",
      body: () => bodyOf("v2", part("w"), `,"resourceVersion":"${liveVersion}"`),
    },
    "is patched": {
      method: "PATCH",
      target: one,
      contentType: "application/merge-patch+json",
      body: () => `{"metadata":{"labels":{"a":"b"}}}`,
    },
    "is applied": {
      method: "PATCH",
      target: `${one}?fieldManager=hunt&force=true`,
      contentType: "application/apply-patch+yaml",
      body,
    },
  };
}

/** Large objects that are stored in another version than that of the request. */
export const conversionHunts = (): readonly HuntCase[] =>
  Object.entries(strategies).flatMap(([strategy, conversion]) =>
    Object.entries(members).flatMap(([name, part]) =>
      Object.entries(requests(part)).map(([what, request]): HuntCase => ({
        name: `conversion: ${name} ${what}, converted ${strategy}`,
        before: [post(definitions, () => definition(conversion)), post(target("v1"), () => bodyOf("v1", part("v")))],
        request,
        after: [`${target("v1")}/large`, `${definitions}/${convertedDefinition}`],
      })),
    ),
  );
