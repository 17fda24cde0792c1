import { expect, test } from "vitest";
import { perl } from "./perl.ts";

test.each([
  [2, "3.1"],
  [5, "3.1416"],
  [50, "3.1415926535897932384626433832795028841971693993751"],
])("pi with %i digits is rounded", (digits, text) => {
  expect(perl(["-Mbignum=bpi", "-wle", `print bpi(${digits})`])?.stdout).toBe(`${text}\n`);
});

test("pi with 2000 digits ends as it does", () => {
  expect(perl(["-Mbignum=bpi", "-wle", "print bpi(2000)"])?.stdout).toMatch(/^3\.14159265358979\d{1985}$/m);
});

test.each([[["-e", "print 1"]], [["-Mbignum=bpi", "-wle", "print bpi(1e9)"]], [["-Mbignum=bpi", "bpi(99999)"]]])(
  "another program, %j, is none of these",
  (args) => expect(perl(args)).toBeUndefined(),
);
