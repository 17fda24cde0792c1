import { expect, it } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { checkRegularly, type CheckedResource } from "./consistency-checks.ts";

const versions = (...keys: readonly string[]) => keys.map((key, at) => ({ key, revision: at + 1 }));
const resource = (name: string, ...keys: readonly string[]): CheckedResource => ({
  group: "",
  resource: name,
  root: `/registry/${name}/`,
  versions: () => ({ revision: 9, entries: versions(...keys) }),
});

it("compares what is in memory with the database, every five minutes and up to half of that", async () => {
  const clock = new FakeClock();
  const seen: string[] = [];
  const stored: Readonly<Record<string, readonly string[]>> = {
    "/registry/same/": ["a", "b"],
    "/registry/missing/": ["a", "b"],
    "/registry/more/": ["a"],
  };
  const end = checkRegularly({
    clock,
    random: () => 0.5,
    async *keysAt(root, revision) {
      expect(revision).toBe(9);
      const keys = stored[root];
      if (keys === undefined) throw new Error("etcd is away");
      yield versions(...keys).slice(0, 1);
      yield versions(...keys).slice(1);
    },
    resources: () => [resource("same", "a", "b"), resource("missing", "a"), resource("more", "a", "b"), resource("x")],
    observe: ({ resource: name }, status) => seen.push(`${name} ${status}`),
    report: ({ message }) => seen.push(message),
  });
  clock.advance(374_000);
  expect(seen).toEqual([]);
  clock.advance(1000);
  const other = (key: string): string => `at revision 9 the database has another version of ${key} than this server`;
  const round = ["same success", other("b"), "missing failure", other("b"), "more failure", "x error"];
  await expect.poll(() => seen).toEqual(round);
  await expect.poll(() => (clock.advance(375_000), seen.length)).toBe(2 * round.length);
  end();
  clock.advance(1_000_000);
  expect(seen).toHaveLength(2 * round.length);
});
