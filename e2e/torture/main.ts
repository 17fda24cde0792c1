// Kills a server and damages its files many times: npm run torture -- [--kills N] [--flips N] [--seed N]
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { damageAndOpen, recordFolder } from "../../src/node/storage/testing/damage.ts";
import { torture } from "./kill-rounds.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    flips: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);

for (const [title, options] of [
  ["killed", { damage: false }],
  ["killed and damaged", { damage: true }],
  ["killed, without fsync", { damage: false, flags: ["--unsafe-no-fsync"] }],
] as const) {
  const { acknowledged, cut, repaired } = await torture({ seed, kills, ...options });
  console.log(
    `${title} ${kills} times: ${acknowledged} writes acknowledged, ${cut} torn tails reported, ${repaired} repairs`,
  );
}

const folder = await recordFolder(new Seeded(seed));
const verdicts = new Map<string, number>();
for (let at = 0; at < Number(values.flips); at++) {
  const verdict = await damageAndOpen(folder, new Seeded(seed + at));
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
}
rmSync(folder.directory, { recursive: true });
console.log(`damaged ${values.flips} times: ${[...verdicts].map(([verdict, n]) => `${n} ${verdict}`).join(", ")}`);
