// npm run fuzz: FUZZ_COUNT (100,000) damaged bodies from FUZZ_SEED on, to the decoders of all media types and to the
// server.
// Then a tenth as many random objects of every kind, to the server.
// Then as many random CEL expressions (cel.ts), and Go types with tags (declarative.ts).
// Then worlds that live by random scripts (worlds-run.ts), and command lines of kubectl (command-lines-run.ts).
// Fails when one is answered with anything but a value or a typed error, an object or a Status.
import { base64OfBytes } from "../../src/apimachinery/base64.ts";
import { fuzzDecoders } from "../../src/apiserver/codec/testing/fuzz-decoders.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { fuzzKinds } from "./fuzz-kinds.ts";
import { fuzzServer } from "./fuzz-server.ts";

const count = Number(process.env["FUZZ_COUNT"] ?? 100_000);
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31);
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(seed))
  throw new Error("FUZZ_COUNT and FUZZ_SEED are whole numbers");

const utf8 = new TextEncoder();
const started = performance.now();
const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
const decoders = fuzzDecoders(await loadBuiltinTypes(), count, seed);
report(
  "decoders",
  decoders.decoded,
  decoders.refused,
  decoders.failures.map(({ target, body, error }) => ({
    request: target,
    body,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })),
);
const server = await fuzzServer(count, seed);
report("server", server.taken, server.refused, server.failures);
const kinds = await fuzzKinds(Math.ceil(count / 10), seed);
report(
  "kinds",
  kinds.taken,
  kinds.refused,
  kinds.failures.map(({ request, body, reason }) => ({ request, body: utf8.encode(body), reason })),
);
await import("./cel.ts");
await import("./declarative.ts");
await import("./worlds-run.ts");
await import("./command-lines-run.ts");

function report(
  name: string,
  taken: number,
  refused: number,
  failures: readonly { readonly request: string; readonly body: Uint8Array; readonly reason: string }[],
): void {
  for (const { request, body, reason } of failures.slice(0, 10))
    console.log(`✗ ${request} ${base64OfBytes(body)}\n  ${reason}`);
  console.log(
    `${name}: seed ${seed}: ${taken} taken, ${refused} refused, ${failures.length} failed after ${seconds()}`,
  );
  if (failures.length > 0 || taken === 0 || refused === 0) process.exitCode = 1;
}
