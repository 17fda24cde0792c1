import { expect, it } from "vitest";
import { createMetricsRegistry } from "./metrics-registry.ts";
import { formatValue } from "./text-format.ts";

it("prints families by name, series by label, with help, stability and type", () => {
  const registry = createMetricsRegistry({ release: 34 });
  const requests = registry.counter({
    name: "requests_total",
    help: "Requests.",
    stability: "STABLE",
    labels: ["verb", "code"],
  });
  requests.with("PUT", "200").inc();
  requests.with("GET", "200").inc(2);
  requests.with("GET", "200").inc();
  registry.gauge({ name: "inflight", help: "Now." }).with().set(4);
  expect(registry.expose()).toBe(
    "# HELP inflight Now.\n# TYPE inflight gauge\ninflight 4\n" +
      '# HELP requests_total [STABLE] Requests.\n# TYPE requests_total counter\nrequests_total{code="200",verb="GET"} 3\nrequests_total{code="200",verb="PUT"} 1\n',
  );
});

it("sums up a histogram's buckets", () => {
  const registry = createMetricsRegistry({ release: 34 });
  const histogram = registry.histogram({ name: "size", help: "Sizes.", labels: ["verb"] }, [1, 10]).with("GET");
  for (const size of [0.5, 1, 3, 11]) histogram.observe(size);
  expect(registry.expose().split("\n").slice(2, -1)).toEqual([
    'size_bucket{verb="GET",le="1"} 2',
    'size_bucket{verb="GET",le="10"} 3',
    'size_bucket{verb="GET",le="+Inf"} 4',
    'size_sum{verb="GET"} 15.5',
    'size_count{verb="GET"} 4',
  ]);
});

it("looks collected values up when it is read, escapes them and leaves out families without values", () => {
  const registry = createMetricsRegistry({ release: 34 });
  let names: readonly string[] = [];
  registry.collected("gauge", { name: "objects", help: "a\\b", labels: ["resource"] }, () =>
    names.map((name) => ({ values: [name], value: 1 })),
  );
  expect(registry.expose()).toBe("");
  names = ['x"\n\\'];
  expect(registry.expose()).toBe('# HELP objects a\\\\b\n# TYPE objects gauge\nobjects{resource="x\\"\\n\\\\"} 1\n');
});

it("computes what several metrics share once for each reading", () => {
  const registry = createMetricsRegistry({ release: 34 });
  let computed = 0;
  const shared = registry.perReading(() => ++computed);
  for (const name of ["a", "b"])
    registry.collected("gauge", { name, help: "" }, () => [{ values: [], value: shared() }]);
  expect(registry.expose()).toMatch(/a 1\n[^]*b 1\n$/);
  expect(registry.expose()).toMatch(/a 2\n[^]*b 2\n$/);
});

it.each([
  [0, "0"],
  [0.005, "0.005"],
  [0.00005, "5e-05"],
  [999_999, "999999"],
  [1_000_000, "1e+06"],
  [1_700_000_000.25, "1.70000000025e+09"],
  [Infinity, "+Inf"],
])("writes %d as Go does", (value, text) => {
  expect(formatValue(value)).toBe(text);
});

it("hides what an earlier release deprecated, and says so of what is shown", () => {
  const register = (release: number, showHidden?: boolean) => {
    const registry = createMetricsRegistry({ release, showHidden });
    registry.gauge({ name: "old", help: "Old.", stability: "ALPHA", deprecatedSince: 33 }).with().set(1);
    return { text: registry.expose(), hidden: registry.census().hidden };
  };
  const shown = "# HELP old [ALPHA] (Deprecated since 1.33.0) Old.\n# TYPE old gauge\nold 1\n";
  expect(register(34)).toEqual({ text: "", hidden: 1 });
  expect(register(33)).toEqual({ text: shown, hidden: 0 });
  expect(register(34, true)).toEqual({ text: shown, hidden: 0 });
});

it.each([[33], [34]])("takes a name once, hidden or not, at release %d", (release) => {
  const registry = createMetricsRegistry({ release });
  const once = { name: "one", help: "One.", deprecatedSince: 33 };
  registry.gauge(once);
  const again = () => registry.collected("gauge", once, () => []);
  expect(again).toThrow("duplicate metrics collector registration attempted: one");
});
