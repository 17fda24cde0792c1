import { expect, it } from "vitest";
import { sourceIps } from "./source-ips.ts";

it.each([
  [{}, "127.0.0.1", ["127.0.0.1"]],
  [{}, undefined, []],
  [{}, "::ffff:10.0.0.1", ["10.0.0.1"]],
  [{ "X-Forwarded-For": "1.1.1.1, nonsense,2001:DB8:0::1" }, "10.0.0.1", ["1.1.1.1", "2001:db8::1", "10.0.0.1"]],
  [{ "X-Forwarded-For": "1.1.1.1", "X-Real-Ip": "1.1.1.1" }, "1.1.1.1", ["1.1.1.1"]],
  [
    { "X-Forwarded-For": "1.1.1.1, 2.2.2.2", "X-Real-Ip": "3.3.3.3" },
    "4.4.4.4",
    ["1.1.1.1", "2.2.2.2", "3.3.3.3", "4.4.4.4"],
  ],
  [{ "X-Forwarded-For": "256.1.1.1" }, "4.4.4.4", ["4.4.4.4"]],
])("reads %j and %s", (headers, remote, expected) => {
  expect(sourceIps(new Headers(headers), remote)).toEqual(expected);
});

it("a header of a million colons is no address", () => {
  expect(sourceIps(new Headers({ "X-Real-Ip": `${":".repeat(1_000_000)}x` }), undefined)).toEqual([]);
});
