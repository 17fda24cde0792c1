import { describe, expect, it } from "vitest";
import { jsonMediaType, protobufMediaType, yamlMediaType } from "./media-types.ts";
import { parseAccept } from "./accept.ts";
import {
  isPrettyPrint,
  negotiateMediaType,
  negotiateOutput,
  negotiateOutputStream,
  plainRestrictions,
  resourceRestrictions,
} from "./negotiate-output.ts";

const types = [jsonMediaType, yamlMediaType, protobufMediaType];
const resource = resourceRestrictions({ table: true, protobuf: true });

describe("parseAccept", () => {
  it.each([
    ["a/b, c/d", ["a/b", "c/d"]],
    ["a/b;q=0.2, c/d;q=0.8", ["c/d", "a/b"]],
    ["*/*, a/*, a/b", ["a/b", "a/*", "*/*"]],
    ["a/b;q=x, c/d", ["c/d", "a/b"]],
    ["nonsense, a/b/c, ;;;, *", ["*/*"]],
    ["a/*;q=0.3, */*;q=0.5", ["*/*", "a/*"]],
  ])("orders %s", (header, expected) => {
    expect(parseAccept(header).map(({ type, subType }) => `${type}/${subType}`)).toEqual(expected);
  });
});

describe("negotiating an answer's form", () => {
  it.each([
    [null, "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["application/yaml, application/json", "application/yaml"],
    ["application/yaml;q=0.3, */*;q=0.5", "application/json"],
    ["text/html, application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf"],
    ["application/json;q=0, application/yaml;q=0.1", "application/yaml"],
    ["text/html", undefined],
    ["application/json;stream=other", undefined],
    ["application/yaml;stream=watch", undefined],
    ["application/json;sv=v1", undefined],
  ])("agrees for %s on %s", (header, expected) => {
    expect(negotiateMediaType(header, types, resource)?.accepted.mediaType).toBe(expected);
  });

  it("transforms into tables and metadata of known versions, only where they are to be had", () => {
    const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    expect(negotiateMediaType(table, types, resource)?.convert).toEqual({
      group: "meta.k8s.io",
      version: "v1",
      kind: "Table",
    });
    expect(negotiateMediaType(table, types, resourceRestrictions({ table: false, protobuf: true }))).toBeUndefined();
    expect(negotiateMediaType(table, types, plainRestrictions)).toBeUndefined();
    expect(
      negotiateMediaType("application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io", types, resource),
    ).toBeUndefined();
    expect(
      negotiateMediaType(`${table.replace("v1", "v2")}, application/json`, types, resource)?.convert,
    ).toBeUndefined();
    expect(
      negotiateMediaType("application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io", types, resource)?.convert
        ?.kind,
    ).toBe("PartialObjectMetadata");
  });

  it("has protobuf only of what has a protobuf form, and of its metadata", () => {
    const unstructured = resourceRestrictions({ table: true, protobuf: false });
    expect(negotiateMediaType("application/vnd.kubernetes.protobuf", types, unstructured)).toBeUndefined();
    expect(
      negotiateMediaType("application/vnd.kubernetes.protobuf,application/json", types, unstructured)?.accepted
        .mediaType,
    ).toBe("application/json");
    expect(
      negotiateMediaType(
        "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
        types,
        unstructured,
      )?.convert?.kind,
    ).toBe("PartialObjectMetadata");
  });

  it("names what there is when nothing fits", () => {
    expect(() => negotiateOutput("text/html", types, resource)).toThrow(
      "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    );
    expect(() => negotiateOutputStream("application/yaml", types, resource)).toThrow(
      "only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch",
    );
  });
});

it("prints pretty for people, unless the query says otherwise", () => {
  expect([
    isPrettyPrint(null, "curl/8.0"),
    isPrettyPrint("false", "curl/8.0"),
    isPrettyPrint("true", null),
    isPrettyPrint("", "Wget/1"),
    isPrettyPrint(null, "kubectl/v1"),
  ]).toEqual([true, false, true, true, false]);
});
