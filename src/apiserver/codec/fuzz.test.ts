import { expect, it } from "vitest";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";
import { fuzzDecoders } from "./testing/fuzz-decoders.ts";

it("answers 10,000 damaged bodies in every form with a value or a typed error", { timeout: 60_000 }, async () => {
  const { decoded, refused, failures } = fuzzDecoders(await loadBuiltinTypes(), 10_000, 20240501);
  expect(
    failures.map(
      ({ target, error }) => `${target}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ),
  ).toEqual([]);
  expect(decoded).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(2000);
});
