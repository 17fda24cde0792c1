// Kills a server and damages its data many times: npm run torture -- [--kills N] [--flips N] [--ordeals N]
// [--seed N] [--only TEXT], the latter to kill only in the rounds whose title has that text. An ordeal is 25 lives of
// a store.
import "fake-indexeddb/auto";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { damageDatabase, recordDatabase } from "../../src/apiserver/storage/backend/testing/indexeddb-damage.ts";
import type { Verdict } from "../../src/apiserver/storage/backend/testing/recorded-log.ts";
import { damageAndOpen, recordFolder } from "../../src/node/storage/testing/damage.ts";
import { torture } from "./kill-rounds.ts";
import { Ordeal, type OrdealMedium, type OrdealResult } from "./ordeal.ts";
import { inDatabase } from "./ordeal-database.ts";
import { inFolder } from "./ordeal-folder.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    flips: { type: "string", default: "1000" },
    ordeals: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);

for (const [title, options] of [
  ["killed", { damage: false }],
  ["killed and damaged", { damage: true }],
  ["killed, without fsync", { damage: false, flags: ["--unsafe-no-fsync"] }],
] as const) {
  if (!title.includes(values.only)) continue;
  const { acknowledged, cut, repaired } = await torture({ seed, kills, ...options });
  console.log(
    `${title} ${kills} times: ${acknowledged} writes acknowledged, ${cut} torn tails reported, ${repaired} repairs`,
  );
}

/** Damages one place after another, and counts what came of it. The first silent loss ends the run with its error. */
async function countVerdicts(damage: (chance: Seeded) => Promise<Verdict>): Promise<string> {
  const verdicts = new Map<Verdict, number>();
  for (let at = 0; at < Number(values.flips); at++) {
    const verdict = await damage(new Seeded(seed + at));
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  return [...verdicts].map(([verdict, n]) => `${n} ${verdict}`).join(", ");
}

const folder = await recordFolder(new Seeded(seed));
const inFiles = await countVerdicts((chance) => damageAndOpen(folder, chance));
rmSync(folder.directory, { recursive: true });
console.log(`files damaged ${values.flips} times: ${inFiles}`);

/** Lets stores go through ordeals. The first loss that is not told ends the run with its error. */
async function sumOrdeals(through: (at: number, run: (medium: OrdealMedium) => Promise<OrdealResult>) => unknown) {
  const sum: Record<string, number> = {};
  for (let at = 0; at < Number(values.ordeals); at++) {
    const run = async (medium: OrdealMedium): Promise<OrdealResult> => {
      const result = await new Ordeal(medium, new Seeded(seed + at)).run(25);
      for (const [name, count] of Object.entries(result)) sum[name] = (sum[name] ?? 0) + Number(count);
      return result;
    };
    await through(at, run);
  }
  return Object.entries(sum)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

const inFolders = await sumOrdeals((at, run) => inFolder(at % 3 > 0, run));
console.log(`${values.ordeals} ordeals in folders: ${inFolders}`);
const inDatabases = await sumOrdeals((at, run) => inDatabase(`ordeal-${at}`, run));
console.log(`${values.ordeals} ordeals in IndexedDB: ${inDatabases}`);

const database = await recordDatabase("whole", new Seeded(seed));
const inRows = await countVerdicts((chance) => damageDatabase("damaged", database, chance));
console.log(`rows of IndexedDB damaged ${values.flips} times: ${inRows}`);
