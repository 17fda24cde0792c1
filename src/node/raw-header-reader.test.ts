import { describe, expect, it } from "vitest";
import { quoteGo } from "../apimachinery/go-strings.ts";
import { isRepeated, RawHeaderReader } from "./raw-header-reader.ts";

const bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
const reader = new RawHeaderReader([
  "Host",
  "h",
  "impersonate-group",
  "a",
  "Impersonate-Group",
  "b",
  "Impersonate-User",
  bytes("Jürgen 😀"),
]);

describe("raw headers", () => {
  it("are found whatever their case, of repeated ones the first", () => {
    expect(reader.get("Impersonate-Group")).toBe("a");
    expect(reader.get("HOST")).toBe("h");
    expect(reader.get("Accept")).toBeNull();
  });

  it("are listed as they were sent", () =>
    expect([...reader]).toEqual([
      ["Host", "h"],
      ["impersonate-group", "a"],
      ["Impersonate-Group", "b"],
      ["Impersonate-User", "Jürgen 😀"],
    ]));

  it("are read as UTF-8", () => expect(reader.get("impersonate-user")).toBe("Jürgen 😀"));

  it("keep bytes that are not UTF-8", () => {
    const value = new RawHeaderReader(["Impersonate-User", "J\u00fcrgen"]).get("Impersonate-User") ?? "";
    expect(quoteGo(value)).toBe(String.raw`"J\xfcrgen"`);
  });
});

it("a header that is there twice is found, whatever its case", () => {
  expect(isRepeated(["Host", "a", "hOST", "b"], "Host")).toBe(true);
  expect(isRepeated(["Host", "a", "Hosts", "Host"], "Host")).toBe(false);
});
