import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../../../apimachinery/seeded-random.ts";
import { podWarnings } from "./warnings.ts";

interface Port {
  readonly containerPort: number;
  readonly protocol: string;
  readonly hostPort?: number;
  readonly hostIP?: string;
}

const podWithPorts = (ports: readonly Port[]) => ({ metadata: {}, spec: { containers: [{ name: "c", ports }] } });
const podWithFiles = (paths: readonly string[]) => ({
  metadata: {},
  spec: { volumes: [{ name: "v", configMap: { name: "m", items: paths.map((path) => ({ key: "k", path })) } }] },
});
const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const random = createSeededRandom(7);
const one = <T>(of: readonly T[]): T => of[random.int(of.length)] as T;

/** All pairs of a later with an earlier item, in order. */
const pairsOf = <T>(items: readonly T[]): readonly (readonly [later: T, earlier: T, i: number, j: number])[] =>
  items.flatMap((later, i) => items.slice(0, i).map((earlier, j) => [later, earlier, i, j] as const));

describe("warnings of pairs are those that a look at each pair finds", () => {
  it("of ports", () => {
    for (let round = 0; round < 200; round++) {
      const ports = many(8, (): Port => ({
        containerPort: one([1, 1, 2]),
        protocol: one(["TCP", "TCP", "UDP"]),
        hostPort: one([0, 5, 6]),
        hostIP: one(["", "", "1.1.1.1", "2.2.2.2"]),
      }));
      const expected = pairsOf(ports).flatMap(([port, other, i, j]) => {
        if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return [];
        const isSame = port.hostPort === other.hostPort;
        const kind =
          isSame && port.hostIP === other.hostIP
            ? "duplicate"
            : port.hostPort === 0 || other.hostPort === 0
              ? "overlapping"
              : isSame && (port.hostIP === "" || other.hostIP === "")
                ? "dangerously ambiguous"
                : undefined;
        const at = (index: number): string => `spec.containers[0].ports[${index}]`;
        return kind === undefined ? [] : [`${at(i)}: ${kind} port definition with ${at(j)}`];
      });
      expect(podWarnings(podWithPorts(ports)).filter((text) => text.includes("definition"))).toEqual(expected);
    }
  });

  it("of files", () => {
    for (let round = 0; round < 200; round++) {
      const paths = many(8, () => many(1 + random.int(3), () => one(["a", "b", "a-", "a.b"])).join("/"));
      const expected = pairsOf(paths)
        .filter(([path, other]) => `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`))
        .map(([path, other]) => `volume "v" (ConfigMap "m"): overlapping paths: "${path}" with "${other}"`);
      expect(podWarnings(podWithFiles(paths))).toEqual(expected);
    }
  });
});

// A look at each pair takes minutes here, and what it finds more memory than there is.
describe("warnings of very many", { timeout: 60_000 }, () => {
  const base = { containerPort: 1, protocol: "TCP" };
  it.each([
    ["equal ports", podWithPorts(many(60_000, () => base)), true],
    ["ports on one host port", podWithPorts(many(60_000, () => ({ ...base, hostPort: 1 }))), true],
    ["ports on host ports of their own", podWithPorts(many(60_000, (i) => ({ ...base, hostPort: i + 1 }))), false],
    [
      "addresses of one host port",
      podWithPorts(many(60_000, (i) => ({ ...base, hostPort: 1, hostIP: `${i}` }))),
      false,
    ],
    ["files of one path", podWithFiles(many(40_000, () => "a")), true],
    ["files side by side", podWithFiles(many(40_000, (i) => `a/${i}`)), false],
    ["files in one another", podWithFiles(many(1500, (i) => "a/".repeat(i + 1))), true],
  ])("%s are made soon", (_, pod, some) => {
    expect(podWarnings(pod).length > 0).toBe(some);
  });
});

it("warnings of very many items are not many more than a response tells, and the first ones", () => {
  const spec = {
    imagePullSecrets: many(100_000, () => ({})),
    hostAliases: many(100_000, () => ({ ip: "010.0.0.1" })),
    containers: [{ name: "c", env: many(100_000, () => ({ name: "A", value: "b" })) }],
  };
  const warnings = podWarnings({ metadata: {}, spec });
  expect(warnings.length).toBeLessThan(30_000);
  expect(warnings).toContain('spec.imagePullSecrets[4999].name: duplicate name ""');
  expect(warnings).toContain(
    'spec.hostAliases[0].ip: non-standard IP address "010.0.0.1" will be considered invalid in a future Kubernetes release: use "10.0.0.1"',
  );
});
