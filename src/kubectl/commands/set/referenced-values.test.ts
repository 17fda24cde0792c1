import { describe, expect, test } from "vitest";
import { fieldValue, resourceValue } from "./referenced-values.ts";

const pod = { metadata: { name: "a", namespace: "b", labels: { x: "1", "a/b": '"' } } };

describe("values that variables refer to", () => {
  test.each([
    ["metadata.name", "a"],
    ["metadata.labels", 'a/b="\\""\nx="1"'],
    ["metadata.labels['x']", "1"],
    ["metadata.annotations['none']", ""],
  ])("%s of an object", (path, value) => {
    expect(fieldValue(pod, path)).toBe(value);
  });

  test.each([
    ["spec.nodeName", "unsupported fieldPath: spec.nodeName"],
    ["spec.x['y']", `fieldPath "spec.x['y']" does not support subscript`],
  ])("%s is refused", (path, message) => {
    expect(() => fieldValue(pod, path)).toThrow(message);
  });

  test.each([
    [{ resource: "limits.cpu" }, "2"],
    [{ resource: "limits.cpu", divisor: "1m" }, "1500"],
    [{ resource: "requests.memory", divisor: "1Mi" }, "64"],
    [{ resource: "requests.cpu" }, "0"],
    [{ resource: "requests.cpu", divisor: "0" }, "0"],
    [{ resource: "limits.memory" }, "1"],
    [{ resource: "limits.memory", divisor: "0.5" }, "1"],
    [{ resource: "limits.hugepages-2Mi" }, "4096"],
    [{ resource: "limits.ephemeral-storage" }, "-9223372036854775808"],
    [{ resource: "requests.ephemeral-storage" }, "9007199254740992"],
    [{ resource: "limits.cpu", divisor: "1n" }, "1500"],
  ])("%j of a container", (reference, value) => {
    const container = {
      resources: {
        limits: { cpu: "1500m", memory: "100m", "hugepages-2Mi": "4Ki", "ephemeral-storage": "9223372036854775807" },
        requests: { memory: "64Mi", "ephemeral-storage": "9007199254740993" },
      },
    };
    expect(resourceValue(container, reference)).toBe(value);
  });
});
