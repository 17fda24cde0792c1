import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Seeded } from "../../apiserver/storage/testing/seeded.ts";
import { openFileBackend } from "./file-backend.ts";
import { repairFolder } from "./file-repair.ts";
import type { Verdict } from "../../apiserver/storage/backend/testing/recorded-log.ts";
import { damageAndOpen, recordFolder, type RecordedFolder } from "./testing/damage.ts";

/** The long run is made by `npm run torture`. */
const places = 60;

describe("a folder with one damaged file", () => {
  let folder: RecordedFolder;
  beforeAll(async () => void (folder = await recordFolder(new Seeded(1))));
  afterAll(() => rmSync(folder.directory, { recursive: true }));

  it("is refused or recovered, and never silently less", { timeout: 120_000 }, async () => {
    const verdicts = new Map<Verdict | "silent", number>();
    const silent: string[] = [];
    for (let seed = 1; seed <= places; seed++) {
      const verdict = await damageAndOpen(folder, new Seeded(seed)).catch(
        (error: unknown) => (silent.push(`seed ${seed}: ${String(error)}`), "silent" as const),
      );
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(silent).toEqual([]);
    expect(verdicts.get("refused, repaired whole")).toBeGreaterThan(2);
    expect(verdicts.get("refused, repaired with losses")).toBeGreaterThan(2);
  });
});

describe("the repair of a folder", () => {
  let folder: RecordedFolder;
  const lastLog = (): string => readdirSync(folder.directory).findLast((name) => name.startsWith("log-")) ?? "";

  beforeAll(async () => void (folder = await recordFolder(new Seeded(2))));
  afterAll(() => rmSync(folder.directory, { recursive: true }));

  it("leaves a whole one alone", async () => {
    const before = readdirSync(folder.directory);
    expect(await repairFolder(folder.directory, new Date(0))).toEqual([
      `${folder.directory} is not damaged; nothing was changed.`,
    ]);
    expect(readdirSync(folder.directory)).toEqual(before);
  });

  it("refuses while a server uses it", async () => {
    const backend = await openFileBackend({ directory: folder.directory });
    await expect(repairFolder(folder.directory, new Date(0))).rejects.toMatchObject({ code: "Locked" });
    await backend.close();
  });

  it("says what it kept and lost, and keeps the files as they were", async () => {
    const log = join(folder.directory, lastLog());
    const content = readFileSync(log);
    content.writeUInt8(content.readUInt8(60) ^ 1, 60);
    writeFileSync(log, content);
    const lines = await repairFolder(folder.directory, new Date(0));
    const copy = join(folder.directory, "damaged-1970-01-01T00-00-00-000Z");
    expect(lines).toEqual([
      expect.stringMatching(/^log-\d+: \d+ bytes at byte 32 cannot be read \(a record is damaged\)\.$/),
      expect.stringMatching(/^Lost: the writes of revisions \d+ to \d+, where there were any\.$/),
      expect.stringMatching(new RegExp(`^Kept: \\d+ objects as of revision ${folder.revision}\\.$`)),
      expect.stringContaining(`revisions go on from ${folder.revision + 1_000_000}`),
      expect.stringContaining(`History begins at revision ${folder.revision + 1_000_000}`),
      `The files as they were are in ${copy}.`,
    ]);
    expect(readFileSync(join(copy, lastLog() || log.slice(folder.directory.length + 1))).equals(content)).toBe(true);
  });
});
