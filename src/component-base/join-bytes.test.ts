import { expect, it } from "vitest";
import { joinBytes } from "./join-bytes.ts";

it("joins parts, none too, and leaves a single one as it is", () => {
  const part = Uint8Array.of(1, 2);
  expect(joinBytes([part, new Uint8Array(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3));
  expect(joinBytes([])).toEqual(new Uint8Array());
  expect(joinBytes([part])).toBe(part);
});
