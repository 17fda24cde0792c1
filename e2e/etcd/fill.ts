// npm run etcd:fill -- URL [--objects 1000000]
// Fills an etcd with config maps of about 1 KB as kube-apiserver stores them, a thousand in each namespace, each with
// one of a hundred values of the label `team`.
import { parseArgs } from "node:util";
import { builtinResources } from "../../src/apis/all-resources.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { createStoredValues } from "../../src/kube-apiserver/storage/stored-values.ts";
import { message } from "../../src/node/etcd/etcd-messages.ts";
import { GrpcChannel } from "../../src/node/etcd/grpc-channel.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { objects: { type: "string", default: "1000000" } },
});
const [url] = positionals;
if (url === undefined) throw new Error("say the URL of an etcd");
const total = Number(values.objects);

const putsInTransaction = 100; // of 128 (--max-txn-ops)
const atOnce = 8;

const stored = await createStoredValues(
  { types: await loadBuiltinTypes(), resources: builtinResources },
  "application/vnd.kubernetes.protobuf",
);
const [name, namespace, team] = ["object-0000000", "filled-0000", "team-00"];
const data = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`key-${at}`, "value ".padEnd(72, "abcdefghij")]),
);
const text = JSON.stringify({
  metadata: {
    name,
    namespace,
    uid: "00000000-0000-4000-8000-000000000000",
    resourceVersion: "0",
    creationTimestamp: "2026-01-01T00:00:00Z",
    labels: { team },
  },
  data,
});
const template = Buffer.from(stored.encode({ key: "/registry/configmaps/a/a", revision: 0, text: text.slice(1) }));
const nameAt = template.indexOf(name);
const namespaceAt = template.indexOf(namespace);
const teamAt = template.indexOf(team);
const uidAt = template.indexOf("-000000000000") + 1;
if (Math.min(nameAt, namespaceAt, teamAt, uidAt) <= 0) throw new Error("the value has no places to fill");

/** Returns the key and the value of an object by its number. */
function objectAt(number: number): { readonly key: string; readonly value: Uint8Array } {
  const value = Buffer.from(template);
  const digits = String(number).padStart(7, "0");
  const own = `filled-${digits.slice(0, 4)}`;
  value.write(`object-${digits}`, nameAt, "latin1");
  value.write(own, namespaceAt, "latin1");
  value.write(`team-${digits.slice(5)}`, teamAt, "latin1");
  value.write(digits.padStart(12, "0"), uidAt, "latin1");
  return { key: `/registry/configmaps/${own}/object-${digits}`, value };
}

const channel = new GrpcChannel({ servers: [url] });
let at = 0;
async function put(): Promise<void> {
  while (at < total) {
    const first = at;
    at += putsInTransaction;
    const request = message((txn) => {
      for (let number = Math.min(at, total) - 1; number >= first; number--) {
        const { key, value } = objectAt(number);
        txn.message(2, (op) => op.message(2, (fields) => fields.bytes(2, value).text(1, key)));
      }
    });
    await channel.call("/etcdserverpb.KV/Txn", request);
  }
}
const started = performance.now();
await Promise.all(Array.from({ length: atOnce }, put));
channel.close();
const seconds = (performance.now() - started) / 1000;
console.log(`${total} objects of ${template.length} bytes in ${seconds.toFixed(0)} s`);
