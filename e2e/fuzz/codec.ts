import { base64OfBytes } from "../../src/apimachinery/base64.ts";
// node .config/run.mjs e2e/fuzz/codec.ts [COUNT] [SEED]
// Gives damaged bodies to the decoders of all media types; fails when one is answered with anything but a value or a typed error.
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { fuzzDecoders } from "../../src/apiserver/codec/testing/fuzz-decoders.ts";

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const started = performance.now();
const { decoded, refused, failures } = fuzzDecoders(await loadBuiltinTypes(), count, seed);
for (const { target, body, error } of failures.slice(0, 10)) console.log(`✗ ${target} ${base64OfBytes(body)}\n  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
console.log(`codec: seed ${seed}: ${decoded} decoded, ${refused} refused, ${failures.length} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`);
process.exitCode = failures.length === 0 && decoded > 0 && refused > 0 ? 0 : 1;
