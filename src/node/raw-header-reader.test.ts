import { describe, expect, it } from "vitest";
import { RawHeaderReader } from "./raw-header-reader.ts";

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
  it("are found whatever their case, repeated ones joined", () => {
    expect(reader.get("Impersonate-Group")).toBe("a, b");
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
});
