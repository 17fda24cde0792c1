import { expect, it } from "vitest";
import { torture } from "./kill-rounds.ts";

// The long runs are made by `npm run torture`.

it("a server that is killed over and over has all that it acknowledged", { timeout: 120_000 }, async () => {
  const { acknowledged } = await torture({ seed: 1, kills: 6, damage: false });
  expect(acknowledged).toBeGreaterThan(0);
});

it(
  "a server whose log is damaged after it was killed starts with all, or says what is not there",
  { timeout: 120_000 },
  async () => {
    const { acknowledged } = await torture({ seed: 3, kills: 4, damage: true });
    expect(acknowledged).toBeGreaterThan(0);
  },
);
