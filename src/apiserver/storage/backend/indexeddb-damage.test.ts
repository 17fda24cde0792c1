import "fake-indexeddb/auto";
import { beforeAll, describe, expect, it } from "vitest";
import { Seeded } from "../testing/seeded.ts";
import { damageDatabase, recordDatabase, type RecordedDatabase } from "./testing/indexeddb-damage.ts";
import type { Verdict } from "./testing/recorded-log.ts";

/** The long run is made by `npm run torture`. */
const places = 60;

describe("a database with one damaged store", () => {
  let recorded: RecordedDatabase;

  beforeAll(async () => void (recorded = await recordDatabase("whole", new Seeded(1))));

  it("is refused or recovered, and never silently less", { timeout: 120_000 }, async () => {
    const verdicts = new Map<Verdict | "silent", number>();
    const silent: string[] = [];
    for (let seed = 1; seed <= places; seed++) {
      const verdict = await damageDatabase(`damaged-${seed}`, recorded, new Seeded(seed)).catch(
        (error: unknown) => (silent.push(`seed ${seed}: ${String(error)}`), "silent" as const),
      );
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(silent).toEqual([]);
    expect(verdicts.get("refused, repaired whole")).toBeGreaterThan(2);
    expect(verdicts.get("refused, repaired with losses")).toBeGreaterThan(2);
  });
});
