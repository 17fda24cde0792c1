import { writeFileSync } from "node:fs";
import { connect, type PeerCertificate } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createTestAuthority, type WantedCertificate } from "../../src/node/tls/testing/test-authority.ts";
import { recorded } from "./answers.ts";
import { openAttackWorld } from "./attack-world.ts";
import { openAttackedServer } from "./attacked-server.ts";

// What is expected is what kube-apiserver 1.34.1 answers, recorded as those of attacks.test.ts.

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The certificates by the names of their organizations, each with the hosts that it is given for. */
const certificates: readonly (readonly [name: string, wanted: WantedCertificate, hosts?: string])[] = [
  ["first", { commonName: "first.example", dnsNames: ["both.example", "*.first.example"] }],
  ["second", { commonName: "*.second.example", dnsNames: ["both.example", "only.second"] }],
  ["given", { commonName: "given.example", dnsNames: ["valid.example"] }, "a.example,*.b.example,Upper.example"],
  ["spaced", { commonName: "Not A Name", dnsNames: ["spaced.example"] }],
];

const hosts = [
  "first.example",
  "x.first.example",
  "x.y.first.example",
  "both.example",
  "x.second.example",
  "second.example",
  "only.second",
  "given.example",
  "valid.example",
  "a.example",
  "A.EXAMPLE",
  "x.b.example",
  "b.example",
  "upper.example",
  "spaced.example",
  "kubernetes.default.svc",
  "unknown.example",
];

/** Returns the organization of the certificate that a server shows to a client that names a host, or none. */
const shownTo = (port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false, servername: host }, () => {
      const { subject } = socket.getPeerCertificate() as Partial<PeerCertificate>; // empty if there is none
      socket.end();
      resolve(String(subject?.O ?? "the server's own"));
    });
    socket.once("error", reject);
  });

async function answersWith(given: typeof certificates): Promise<string> {
  const world = await openAttackWorld();
  closing.push(() => world.close());
  const authority = createTestAuthority("serving");
  const flags = given.map(([name, wanted, names]) => {
    const { cert, key } = authority.issue({ organizations: [name], usage: "server", ...wanted });
    for (const [kind, text] of Object.entries({ cert, key })) writeFileSync(world.file(`${name}.${kind}`), text);
    return `--tls-sni-cert-key=${world.file(`${name}.cert`)},${world.file(`${name}.key`)}${names === undefined ? "" : `:${names}`}`;
  });
  const server = await openAttackedServer(world, ...flags);
  closing.push(() => server.close());
  const lines: string[] = [];
  for (const host of ["", ...hosts]) lines.push(`${host || "no name"}: ${await shownTo(server.port, host)}\n`);
  return lines.join("");
}

test("hosts are served with the certificates that kube-apiserver chooses", async () => {
  await expect(await answersWith(certificates)).toMatchFileSnapshot(recorded("server-names.txt"));
});

test("so are clients that name none, by the address that they have connected to", async () => {
  const given: typeof certificates = [...certificates, ["address", {}, "127.0.0.1,c.example"]];
  await expect(await answersWith(given)).toMatchFileSnapshot(recorded("server-addresses.txt"));
});
