import { der, derOctets, derSequence } from "../../src/apimachinery/der-writer.ts";
import type { WantedCertificate } from "../../src/node/tls/testing/test-authority.ts";
import type { AttackWorld } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const path = "/api/v1/secrets";
const hour = 60 * 60 * 1000;
const admin = { commonName: "admin", organizations: ["system:masters"] };

const clientAuth = [0x2b, 6, 1, 5, 5, 7, 3, 2];
const serverAuth = [0x2b, 6, 1, 5, 5, 7, 3, 1];
const extendedUsage = (purpose: readonly number[]) => ({ id: "2.5.29.37", value: derSequence(der(0x06, purpose)) });
const unknown = (critical: boolean) => ({ id: "1.3.6.1.4.1.99999.1", critical, value: derOctets(new Uint8Array(1)) });
/** Name constraints that permit a domain. */
const permitted = (domain: string) => ({
  id: "2.5.29.30",
  critical: true,
  value: derSequence(der(0xa0, derSequence(der(0x82, new TextEncoder().encode(domain))))),
});

/** Chains of client certificates that end at a trusted authority, and are not always valid on the way. */
export function chainAttacks({ users }: AttackWorld): readonly Attack[] {
  const now = Date.now();
  const below = (name: string, more: WantedCertificate = {}, leaf: WantedCertificate = {}): Attack => {
    const authority = users.authority("below", more);
    const { cert, key } = authority.issue({ ...admin, ...leaf });
    return [name, { path, client: { cert: cert + authority.ca, key } }];
  };
  const only = { extensions: [permitted("example.com")] };
  return [
    below("below an authority that has expired", { notBefore: now - 2 * hour, notAfter: now - hour }),
    below("below an authority that is not yet valid", { notBefore: now + hour, notAfter: now + 2 * hour }),
    below("expired, below an authority", {}, { notBefore: now - 2 * hour, notAfter: now - hour }),
    below("for servers alone, below an authority", {}, { usage: "server" }),
    below("below an authority for servers alone", { extensions: [extendedUsage(serverAuth)] }),
    below("below an authority for clients alone", { extensions: [extendedUsage(clientAuth)] }),
    below("below an authority with a critical extension that nobody knows", { extensions: [unknown(true)] }),
    below("below an authority with an extension that nobody knows", { extensions: [unknown(false)] }),
    below("with a critical extension that nobody knows, below an authority", {}, { extensions: [unknown(true)] }),
    below("within the names of an authority", only, { dnsNames: ["a.example.com"] }),
    below("outside the names of an authority", only, { dnsNames: ["a.example.org"] }),
    below("without names, of an authority for some", only),
    ...longerChains(users),
  ];
}

function longerChains(users: AttackWorld["users"]): readonly Attack[] {
  const first = users.authority("first");
  const second = first.authority("second");
  const { cert, key } = second.issue(admin);
  const loose = users.authority("below").issue(admin);
  const sent = (name: string, ...certificates: readonly string[]): Attack => [
    name,
    { path, client: { cert: certificates.join(""), key } },
  ];
  return [
    sent("below two authorities that are sent", cert, second.ca, first.ca),
    sent("below two authorities of which the upper one is missing", cert, second.ca),
    sent("below two authorities of which the lower one is missing", cert, first.ca),
    sent("below two authorities, with that of the server", cert, second.ca, first.ca, users.ca),
    [
      "below an authority, with another one of its name",
      { path, client: { cert: loose.cert + users.authority("below").ca, key: loose.key } },
    ],
  ];
}
