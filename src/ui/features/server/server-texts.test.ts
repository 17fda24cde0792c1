import { expect, test } from "vitest";
import { readHealth } from "./health-text.ts";
import { printLabels, readMetrics, shortNumber } from "./metrics-text.ts";

test("samples come with their labels and what they are about, buckets left out", () => {
  const samples = readMetrics(
    '# HELP requests_total [STABLE] Counter of requests.\n# TYPE requests_total counter\nrequests_total{verb="GET",path="a\\"b,c"} 12\n# HELP took Time.\n# TYPE took histogram\ntook_bucket{le="+Inf"} 3\ntook_sum 0.5\ntook_count 3\n',
  );
  expect(samples).toEqual([
    {
      name: "requests_total",
      labels: { verb: "GET", path: 'a"b,c' },
      value: "12",
      help: "[STABLE] Counter of requests.",
    },
    { name: "took_sum", labels: {}, value: "0.5", help: "Time." },
    { name: "took_count", labels: {}, value: "3", help: "Time." },
  ]);
  expect(printLabels({ verb: "GET", code: "200" })).toBe('verb="GET" code="200"');
});

test("health is told check by check, and the last line is none", () => {
  expect(readHealth("[+]ping ok\n[-]etcd failed: reason withheld\nreadyz check failed\n")).toEqual([
    { name: "ping", isGood: true, words: "ok" },
    { name: "etcd", isGood: false, words: "failed: reason withheld" },
  ]);
});

test.each([
  ["0.019999999999999997", "0.02"],
  ["3.14159", "3.142"],
  ["12345.678", "12350"],
  ["1204", "1204"],
  ["1.7640000000000002e-05", "0.00001764"],
  ["+Inf", "+Inf"],
  ["NaN", "NaN"],
])("the value %s of a metric is shown as %s", (value, shown) => {
  expect(shortNumber(value)).toBe(shown);
});
