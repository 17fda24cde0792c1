import { expect, it } from "vitest";
import { WriteAuthors } from "./write-authors.ts";

it("remembers the first author of each revision", () => {
  const authors = new WriteAuthors();
  authors.note(5, "jane", "kubectl");
  authors.note(3, "system:apiserver", "");
  authors.note(5, "joe", "curl"); // whose write has changed nothing
  expect(authors.of(5)).toEqual({ user: "jane", manager: "kubectl" });
  expect(authors.of(3)).toEqual({ user: "system:apiserver", manager: "" });
  expect(authors.of(4)).toBeUndefined();
});

it("forgets what is long ago", () => {
  const authors = new WriteAuthors();
  for (let revision = 2; revision < 60_000; revision += 1) authors.note(revision, "jane", "kubectl");
  expect(authors.of(2)).toBeUndefined();
  expect(authors.of(59_999 - 49_000)).toBeDefined();
  authors.note(2, "joe", "curl"); // whose write has changed nothing
  expect(authors.of(2)).toBeUndefined();
});

it("does not take who leaves an object as it was for the author of what is older than the server", () => {
  const authors = new WriteAuthors(10);
  authors.note(10, "joe", "curl");
  authors.note(11, "jane", "kubectl");
  expect([authors.of(10), authors.of(11)?.user]).toEqual([undefined, "jane"]);
});
