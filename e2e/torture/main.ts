// Kills a server and damages its data many times: npm run torture -- [--kills N] [--flips N] [--seed N] [--only TEXT],
// the latter to kill only in the rounds whose title has that text.
import "fake-indexeddb/auto";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { damageDatabase, recordDatabase } from "../../src/apiserver/storage/backend/testing/indexeddb-damage.ts";
import type { Verdict } from "../../src/apiserver/storage/backend/testing/recorded-log.ts";
import { damageAndOpen, recordFolder } from "../../src/node/storage/testing/damage.ts";
import { torture } from "./kill-rounds.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    flips: { type: "string", default: "1000" },
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

const database = await recordDatabase("whole", new Seeded(seed));
const inRows = await countVerdicts((chance) => damageDatabase("damaged", database, chance));
console.log(`rows of IndexedDB damaged ${values.flips} times: ${inRows}`);
