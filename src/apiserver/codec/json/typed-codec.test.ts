import { beforeAll, describe, expect, it } from "vitest";
import { decodeJsonReporting } from "../../../apimachinery/json/decode.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { StrictReport } from "./strict-report.ts";
import { parseGroupVersion } from "./type-meta.ts";
import { compileCodec, type TypedCodec } from "./typed-codec.ts";

let registry: TypeRegistry;
beforeAll(async () => {
  registry = await loadBuiltinTypes();
});

function codecOf(apiVersion: string, kind: string): TypedCodec {
  const schema = registry.schemaOf({ ...parseGroupVersion(apiVersion), kind });
  if (!schema) throw new Error(`no ${apiVersion} ${kind}`);
  return compileCodec(schema);
}

function decode(codec: TypedCodec, text: string, report?: StrictReport) {
  const { value, duplicates } = decodeJsonReporting(text);
  return codec.decode(value, { report, text, repeated: duplicates.length > 0 });
}

const printed = (apiVersion: string, kind: string, text: string): string => {
  const codec = codecOf(apiVersion, kind);
  return codec.encode(decode(codec, text));
};

function problems(apiVersion: string, kind: string, text: string): readonly string[] {
  const report = new StrictReport();
  decode(codecOf(apiVersion, kind), text, report);
  return report.problems;
}

describe("decoding", () => {
  // oxfmt-ignore
  it.each([
    ["v1", "Namespace", "{}", '{"metadata":{},"spec":{},"status":{}}'],
    ["v1", "Pod", "{}", '{"metadata":{},"spec":{"containers":null},"status":{}}'],
    ["v1", "ConfigMap", '{"data":{"b":null,"a":"x","10":"y","9":"z"}}', '{"metadata":{},"data":{"10":"y","9":"z","a":"x","b":""}}'],
    ["v1", "ConfigMap", '{"data":{},"metadata":null}', '{"metadata":{}}'],
    ["v1", "ConfigMap", '{"data":{"__proto__":"x"}}', '{"metadata":{},"data":{"__proto__":"x"}}'],
    ["v1", "ConfigMap", '{"data":{"a":"<&>\\u2028"}}', '{"metadata":{},"data":{"a":"\\u003c\\u0026\\u003e\\u2028"}}'],
    ["v1", "ConfigMap", '{"binaryData":{"a":[104,105],"b":"aGk=\\n","c":"aGl="}}', '{"metadata":{},"binaryData":{"a":"aGk=","b":"aGk=","c":"aGk="}}'],
    ["v1", "ConfigMap", '{"metadata":{"generation":9223372036854775807}}', '{"metadata":{"generation":9223372036854775807}}'],
    ["v1", "ConfigMap", '{"metadata":{"finalizers":[null,"a"]}}', '{"metadata":{"finalizers":["","a"]}}'],
    ["v1", "ConfigMap", '{"metadata":{"creationTimestamp":"2024-01-01T02:00:00+02:00"}}', '{"metadata":{"creationTimestamp":"2024-01-01T00:00:00Z"}}'],
    ["v1", "Service", '{"spec":{"ports":[null,{"targetPort":"http"}]}}', '{"metadata":{},"spec":{"ports":[{"port":0,"targetPort":0},{"port":0,"targetPort":"http"}]},"status":{"loadBalancer":{}}}'],
    ["apps/v1", "ControllerRevision", '{"data":{"b":1,"a":[null]},"revision":1}', '{"metadata":{},"data":{"b":1,"a":[null]},"revision":1}'],
    ["v1", "LimitRange", '{"spec":{"limits":[{"max":{"a":"1.5","b":1500,"c":1e3,"d":" 1Ki ","e":null,"f":"100m"}}]}}', '{"metadata":{},"spec":{"limits":[{"type":"","max":{"a":"1500m","b":"1500","c":"1e3","d":"1Ki","e":"0","f":"100m"}}]}}'],
    ["apps/v1", "ControllerRevision", "{}", '{"metadata":{},"data":null,"revision":0}'],
  ])("makes of a %s %s %s what Go prints as %s", (apiVersion, kind, text, expected) => {
    expect(printed(apiVersion, kind, text)).toBe(expected);
  });

  it("keeps the empty lists that defaults tell from absent ones, and prints none", () => {
    const codec = codecOf("autoscaling/v2", "HorizontalPodAutoscaler");
    const object = decode(codec, '{"spec":{"metrics":[],"behavior":{"scaleUp":{"policies":[]}}}}');
    expect(object["spec"]).toEqual({
      scaleTargetRef: { kind: "", name: "" },
      maxReplicas: 0,
      behavior: { scaleUp: { policies: [] } },
    });
    expect(codec.encode(object)).not.toContain("policies");
  });

  // oxfmt-ignore
  it.each([
    ["v1", "ConfigMap", '{"data":[]}', "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string"],
    ["v1", "ConfigMap", '{"metadata":{"labels":{"a":true}}}', "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string"],
    ["v1", "ConfigMap", '{"metadata":{"generation":1e3}}', "json: cannot unmarshal number 1e3 into Go struct field ObjectMeta.metadata.generation of type int64"],
    ["v1", "ConfigMap", '{"metadata":{"generation":1.50}}', "json: cannot unmarshal number 1.50 into Go struct field ObjectMeta.metadata.generation of type int64"],
    ["v1", "Pod", '{"spec":{"containers":[{"ports":[{"containerPort":4294967296}]}]}}', "json: cannot unmarshal number 4294967296 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32"],
    ["v1", "ConfigMap", '{"binaryData":{"a":"abc*"}}', "illegal base64 data at input byte 3"],
    ["v1", "Service", '{"spec":{"ports":[{"targetPort":[]}]}}', "json: cannot unmarshal array into Go struct field ServicePort.spec.ports.targetPort of type int32"],
    ["v1", "ConfigMap", '{"metadata":{"creationTimestamp":5}}', "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string"],
  ])("refuses %s %s %s: %s", (apiVersion, kind, text, message) => {
    expect(() => printed(apiVersion, kind, text)).toThrow(message);
  });

  it("tells the first wrong type, unless a type that decodes itself objects", () => {
    const wrong = '{"data":1,"immutable":"x"}';
    expect(() => printed("v1", "ConfigMap", wrong)).toThrow("ConfigMap.data");
    expect(() => printed("v1", "ConfigMap", '{"data":1,"metadata":{"creationTimestamp":"x"}}')).toThrow(
      'parsing time "x"',
    );
  });
});

describe("strictness", () => {
  it("names unknown and duplicate fields in document order", () => {
    expect(
      problems(
        "v1",
        "ConfigMap",
        '{"b":1,"data":{"k":"1","k":"2"},"metadata":{"x":1,"labels":{"a":"1"}},"metadata":{"y":1}}',
      ),
    ).toEqual([
      'unknown field "b"',
      'duplicate field "data.k"',
      'unknown field "metadata.x"',
      'duplicate field "metadata"',
      'unknown field "metadata.y"',
    ]);
  });

  it("names list items by index and each problem once, a hundred at most", () => {
    expect(problems("v1", "Service", '{"spec":{"ports":[{"foo":1},{"bar":1}]}}')).toEqual([
      'unknown field "spec.ports[0].foo"',
      'unknown field "spec.ports[1].bar"',
    ]);
    expect(problems("v1", "ConfigMap", '{"foo":1,"foo":{"a":1,"a":2}}')).toEqual(['unknown field "foo"']);
    expect(
      problems("v1", "ConfigMap", `{${Array.from({ length: 120 }, (_, i) => `"x${i}":1`).join(",")}}`),
    ).toHaveLength(100);
  });

  it("does not look into values that are kept as text", () => {
    expect(problems("apps/v1", "ControllerRevision", '{"data":{"a":1,"a":2},"revision":1}')).toEqual([]);
  });
});

describe("members that occur twice", () => {
  it("merge structs and maps, replace scalars and lose nothing to null", () => {
    expect(
      printed("v1", "ConfigMap", '{"metadata":{"name":"a","labels":{"x":"1"}},"metadata":{"labels":{"y":"2"}}}'),
    ).toBe('{"metadata":{"name":"a","labels":{"x":"1","y":"2"}}}');
    expect(printed("v1", "ConfigMap", '{"metadata":{"name":"a"},"metadata":null}')).toBe('{"metadata":{"name":"a"}}');
    expect(printed("v1", "ConfigMap", '{"data":{"a":"1"},"data":null}')).toBe('{"metadata":{}}');
  });
});

describe("parts that were decoded before", () => {
  it("stay the very objects that they are", () => {
    const codec = codecOf("v1", "Pod");
    const { spec } = codec.decode({
      metadata: {},
      spec: { containers: [{ name: "a", ports: [{ containerPort: 1 }] }], volumes: [] },
    }) as { spec?: { containers: readonly object[] } };
    const [container] = spec?.containers ?? [];
    const again = codec.decode(
      { metadata: {}, spec: { containers: [container, { image: "b", name: "b" }] } } as JsonValue,
      { kept: new Set([container]) },
    ) as { spec?: { containers: readonly object[] } };
    expect(again.spec?.containers[0]).toBe(container);
    expect(codec.encode(again as never)).toContain(
      '"containers":[{"name":"a","ports":[{"containerPort":1}],"resources":{}},{"name":"b","image":"b","resources":{}}]',
    );
  });
});

describe("encoding", () => {
  it("finds Go's order whatever order the object has", () => {
    const object = {
      data: { b: "1", a: "2" },
      immutable: true,
      metadata: { namespace: "n", name: "m" },
      apiVersion: "v1",
      kind: "ConfigMap",
    };
    expect(codecOf("v1", "ConfigMap").encode(object)).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m","namespace":"n"},"immutable":true,"data":{"a":"2","b":"1"}}',
    );
  });

  it("adds what Go always prints and leaves out what it never does", () => {
    const object = { metadata: { name: "m", labels: {}, generation: 0, unknown: 1 }, spec: undefined };
    expect(codecOf("v1", "Namespace").encode(object)).toBe('{"metadata":{"name":"m"},"spec":{},"status":{}}');
  });

  it("stores a tail without TypeMeta and reads it back", () => {
    const codec = codecOf("v1", "ConfigMap");
    const tail = codec.encodeTail({
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: "m", generation: 9007199254740993n as unknown as number },
      data: { a: "b" },
    });
    expect(tail).toBe('"metadata":{"name":"m","generation":9007199254740993},"data":{"a":"b"}}');
    expect(codec.decodeStored(tail)).toEqual({
      metadata: { name: "m", generation: 9007199254740993n },
      data: { a: "b" },
    });
  });
});
