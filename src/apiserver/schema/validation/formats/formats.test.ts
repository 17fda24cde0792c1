import { describe, expect, it } from "vitest";
import { formatCheck } from "./formats.ts";
import { parseRequestUri } from "./request-uri.ts";

const cases: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  "date-time": {
    good: ["2024-01-02T03:04:05Z", "2024-01-02t03:04:05.5+01:00"],
    bad: ["2024-01-02", "2024-02-30T00:00:00Z", "2024-01-02T24:00:00Z"],
  },
  byte: { good: ["aGk="], bad: ["", "%%%", "aGk"] },
  cidr: { good: ["10.0.0.0/8", "fe80::/10"], bad: ["10.0.0.0", "10.0.0.0/33"] },
  creditcard: { good: ["4111 1111 1111 1111"], bad: ["4111 1111 1111 1112"] },
  duration: { good: ["1h30m", "22 ns", "3 weeks", "1 2 weeks"], bad: ["x", "", "12", "1 2"] },
  email: {
    good: ["a@b.c", "Ann <a@b>", '"a b"@c.d', "a@b.c (Ann)", "a@b.c(Ann)"],
    bad: ["x", "@b", "a@", "a@b.c (Ann) (B)", "a@b.c (Ann", "a@b.c Ann)"],
  },
  hostname: { good: ["example.com", "a", "ex-ample.london"], bad: ["-x", "a.b", "x_y.com"] },
  ipv4: { good: ["1.2.3.4", "01.2.3.4"], bad: ["1.2.3", "1.2.3.256", "::1"] },
  ipv6: { good: ["::1", "2001:db8::1.2.3.4"], bad: ["1.2.3.4", "::1::", "12345::"] },
  isbn: { good: ["0321751043", "978-0321751041"], bad: ["0321751044"] },
  mac: { good: ["01:23:45:67:89:ab", "0123.4567.89ab"], bad: ["01:23:45:67:89", "01:23-45:67:89:ab"] },
  uri: { good: ["http://a.b/c?d", "/path", "mailto:x"], bad: ["::", "a", "http://a b/"] },
  uuid4: { good: ["123e4567-e89b-42d3-a456-426614174000"], bad: ["123e4567-e89b-12d3-a456-426614174000"] },
};

describe.each(Object.entries(cases))("the format %s", (name, { good, bad }) => {
  it.each(good)("takes %s", (text) => expect(formatCheck(name)?.(text)).toBe(true));
  it.each(bad)("refuses %s", (text) => expect(formatCheck(name)?.(text)).toBe(false));
});

// Work that grows with the square of a text would take minutes here.
describe("a long text is checked soon", { timeout: 60_000 }, () => {
  it.each([
    ["duration", "1".repeat(500_000)],
    ["duration", "1 ".repeat(300_000)],
    ["email", `a${" ".repeat(500_000)}b`],
    ["email", `a@b${"(".repeat(500_000)}`],
    ["hostname", `${"a.".repeat(300_000)}!`],
    ["byte", `${"a".repeat(500_000)}!`],
  ])("%s", (name, text) => expect(formatCheck(name)?.(text)).toBe(false));
});

it("does not check formats that came with the newest release", () =>
  expect(formatCheck("k8s-short-name")).toBeUndefined());

it("finds scheme and host of a URI", () => {
  expect(parseRequestUri("https://user@host:80/x")).toEqual({ scheme: "https", host: "host:80" });
  expect(parseRequestUri("https://[::1/")).toBeUndefined();
});
