import { expect, test } from "vitest";
import { echo } from "./echo.ts";
import { formatted } from "./printf.ts";

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
  [["%5s|%-5s|%05d|%.2f|%x|%o|%c", "a", "b", "7", "3.14159", "255", "8", "xyz"], "    a|b    |00007|3.14|ff|10|x"],
  [
    ["%10.3s|%e|%i|%X|%*d|%+d", "abcdef", "12345.678", "0x1f", "255", "5", "42", "3"],
    "       abc|1.234568e+04|31|FF|   42|+3",
  ],
  [["%q %.0s.", "a b", "x"], "a\\ b ."],
])("printf %j prints %j", ([format, ...args], text) => {
  expect(formatted(format ?? "", args)).toBe(text);
});
