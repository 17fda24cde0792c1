import { expect, test } from "vitest";
import { FlagSet } from "./flag-set.ts";
import { flagRows } from "./flag-tables.ts";
import { refuseUnbuiltFlags } from "./refused-flags.ts";

const parsed = (command: string, ...words: readonly string[]): FlagSet => {
  const flags = new FlagSet(`${flagRows.find(([name]) => name === command)?.[2] ?? ""} @global`);
  flags.parse(words);
  return flags;
};

test("a flag that is not built is refused by its name", () => {
  expect(() => refuseUnbuiltFlags("get", parsed("get", "--client-key=x"))).toThrow(
    "--client-key is not available here",
  );
  expect(() => refuseUnbuiltFlags("get", parsed("get", "--profile=x"))).toThrow("--profile is not available here");
});

test("flags that are built pass, and those of a command that are called as global ones", () => {
  expect(() => refuseUnbuiltFlags("debug", parsed("debug", "--profile=general"))).not.toThrow();
  expect(() => refuseUnbuiltFlags("apply", parsed("apply", "-f", "x.yaml", "--server-side"))).not.toThrow();
});
