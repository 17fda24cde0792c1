import { expect, test } from "vitest";
import { echo, printf } from "./echo.ts";

test.each([
  [["a", "b"], "a b\n"],
  [["-n", "a"], "a"],
  [["-e", "a\\nb"], "a\nb\n"],
  [["a\\nb"], "a\\nb\n"],
  [["-ne", "\\x41\\101\\q"], "AA\\q"],
  [["-x"], "-x\n"],
  [[], "\n"],
])("echo %j prints %j", (args, text) => {
  expect(echo(args)).toBe(text);
});

test.each([
  [["a\\n"], "a\n"],
  [["%s=%d%%\\n", "a", "1", "b", "x"], "a=1%\nb=0%\n"],
  [["%-3s|%03d|", "a", "7"], "a  |007|"],
  [["%b", "a\\tb"], "a\tb"],
  [["%s"], ""],
])("printf %j prints %j", (args, text) => {
  expect(printf(args)).toBe(text);
});
