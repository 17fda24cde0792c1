import "fake-indexeddb/auto";
import { deleteDB } from "idb";
import { beforeAll, describe, expect, it } from "vitest";
import { Seeded } from "../testing/seeded.ts";
import { openIndexedDbBackend } from "./indexeddb.ts";
import { repairIndexedDb } from "./indexeddb-rescue.ts";
import { damageRows, readRows, writeRows, type StoredRows } from "./testing/indexeddb-damage.ts";
import { judgeDamage, recordLog, type RecordedLog, type Verdict } from "./testing/recorded-log.ts";

const places = Number(process.env["DAMAGED_PLACES"] ?? 60);

describe("a database with one damaged store", () => {
  let log: RecordedLog;
  let whole: { readonly version: number; readonly rows: StoredRows };

  beforeAll(async () => {
    log = await recordLog(() => openIndexedDbBackend({ name: "whole" }), new Seeded(1));
    whole = await readRows("whole");
  });

  it("is refused or recovered, and never silently less", { timeout: 600_000 }, async () => {
    const verdicts = new Map<Verdict | "silent", number>();
    const silent: string[] = [];
    for (let seed = 1; seed <= places; seed++) {
      const name = `damaged-${seed}`;
      const { rows, what } = damageRows(new Seeded(seed), whole.rows);
      await writeRows(name, whole.version, rows);
      const verdict = await judgeDamage(log, {
        name,
        open: () => openIndexedDbBackend({ name }),
        repair: () => repairIndexedDb(name),
      }).catch((error: unknown) => (silent.push(`seed ${seed}: ${what}: ${String(error)}`), "silent" as const));
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      await deleteDB(name);
    }
    expect(silent).toEqual([]);
    expect(verdicts.get("refused, repaired whole")).toBeGreaterThan(2);
    expect(verdicts.get("refused, repaired with losses")).toBeGreaterThan(2);
  });
});
