import { der, derIdentifier, derSequence } from "../../src/apimachinery/der-writer.ts";
import type { WantedCertificate } from "../../src/node/tls/testing/test-authority.ts";
import type { AttackWorld } from "./attack-world.ts";
import type { Attack } from "./attacks.ts";

const path = "/api/v1/secrets";
const masters = ["system:masters"];
const admin = { commonName: "admin", organizations: masters };
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const commonName = "2.5.4.3";
const uid = "1.3.6.1.4.1.57683.2";

const usages = (...ids: readonly string[]) => ({ id: "2.5.29.37", value: derSequence(...ids.map(derIdentifier)) });
const codeSigning = "1.3.6.1.5.5.7.3.3";
const clientAuth = "1.3.6.1.5.5.7.3.2";
const serverAuth = "1.3.6.1.5.5.7.3.1";

const alternativeNames = (...names: readonly Uint8Array[]) => ({ id: "2.5.29.17", value: derSequence(...names) });
const constraints = (...trees: readonly Uint8Array[]) => ({
  id: "2.5.29.30",
  critical: true,
  value: derSequence(...trees),
});
const permitted = (...names: readonly Uint8Array[]): Uint8Array => der(0xa0, ...names.map((name) => derSequence(name)));
const excluded = (name: Uint8Array): Uint8Array => der(0xa1, derSequence(name));
const dns = (name: string): Uint8Array => der(0x82, text(name));
const email = (name: string): Uint8Array => der(0x81, text(name));
const uri = (name: string): Uint8Array => der(0x86, text(name));
const address = (...bytes: readonly number[]): Uint8Array => der(0x87, bytes);
const directory = der(0xa4, derSequence());

/** Details of client certificates that a verifier may overlook, or take for more than they are. */
export function detailAttacks({ users, proxies }: AttackWorld): readonly Attack[] {
  const by = (name: string, more: WantedCertificate): Attack => [
    name,
    { path, client: users.issue({ ...admin, ...more }) },
  ];
  const front = (name: string, more: WantedCertificate): Attack => [
    name,
    { path, client: proxies.issue(more), headers: { "X-Remote-User": "root", "X-Remote-Group": masters } },
  ];
  const { cert, key } = users.issue({ commonName: "alice", organizations: [] });
  return [
    by("with two names", { commonName: "alice", organizations: [], attributes: [[commonName, "admin"]] }),
    by("with a name that has a zero", { commonName: "admin\0.evil", organizations: [] }),
    by("of masters in another case", { organizations: ["System:Masters"] }),
    by("of masters with a space", { organizations: ["system:masters "] }),
    by("of masters behind a zero", { organizations: ["system:masters\0"] }),
    by("of masters in a list", { organizations: ["dev,system:masters"] }),
    by("of masters as a unit", { organizations: [], attributes: [["2.5.4.11", "system:masters"]] }),
    by("of hundreds of groups", { organizations: Array.from({ length: 300 }, (_, at) => `group-${at}`) }),
    by("with a uid", { organizations: [], attributes: [[uid, "7"]] }),
    by("with two uids", { attributes: [[uid, "7"], [uid, "8"]] }), // oxfmt-ignore
    by("with an empty uid", { attributes: [[uid, ""]] }),
    by("whose key encrypts alone", { keyUsage: 0x20 }),
    by("whose key signs certificates alone", { keyUsage: 0x04 }),
    by("for signing code", { usage: "none", extensions: [usages(codeSigning)] }),
    by("for signing code and for clients", { usage: "none", extensions: [usages(codeSigning, clientAuth)] }),
    by("for servers and clients", { usage: "none", extensions: [usages(serverAuth, clientAuth)] }),
    by("for what nobody knows", { usage: "none", extensions: [usages("1.2.3.4")] }),
    by("with names of a host", { commonName: "", organizations: [], dnsNames: ["admin", "system:masters"] }),
    by("with a critical name of another kind alone", {
      extensions: [{ ...alternativeNames(directory), critical: true }],
    }),
    by("with a critical name of another kind", {
      extensions: [{ ...alternativeNames(directory, dns("a.example")), critical: true }],
    }),
    by("with an address of a mail", { extensions: [alternativeNames(email("admin@example.com"))] }),
    ["with a chain of another's", { path, client: { cert: cert + users.issue(admin).cert, key } }],
    ["twice", { path, client: { cert: cert + cert, key } }],
    ["with that of its authority", { path, client: { cert: cert + users.ca, key } }],
    front("a front proxy with two names", { commonName: "rear", attributes: [[commonName, "front"]] }),
    front("a front proxy with two names, the right one first", {
      commonName: "front",
      attributes: [[commonName, "rear"]],
    }),
    front("a front proxy of another case", { commonName: "Front" }),
    front("a front proxy with a zero", { commonName: "front\0" }),
    front("a front proxy without a name", { commonName: "" }),
    front("a front proxy named as a host", { commonName: "", dnsNames: ["front"] }),
    front("a front proxy for any usage", { commonName: "front", usage: "any" }),
    front("a front proxy without a usage", { commonName: "front", usage: "none" }),
    ...authorityAttacks(users),
  ];
}

/** Authorities that may not have issued what is below them. */
function authorityAttacks(users: AttackWorld["users"]): readonly Attack[] {
  const below = (name: string, more: WantedCertificate, leaf: WantedCertificate = {}): Attack => {
    const authority = users.authority("below", more);
    const issued = authority.issue({ ...admin, ...leaf });
    return [name, { path, client: { cert: issued.cert + authority.ca, key: issued.key } }];
  };
  const constrained = (name: string, trees: readonly Uint8Array[], ...names: readonly Uint8Array[]): Attack =>
    below(name, { extensions: [constraints(...trees)] }, names.length > 0 ? { extensions: [alternativeNames(...names)] } : {}); // oxfmt-ignore
  const flat = users.authority("flat", { pathLength: 0 });
  const deeper = flat.authority("deeper");
  const leaf = deeper.issue(admin);
  const direct = flat.issue(admin);
  return [
    ["directly below an authority for leaves", { path, client: { cert: direct.cert + flat.ca, key: direct.key } }],
    [
      "deeper below an authority for leaves",
      { path, client: { cert: leaf.cert + deeper.ca + flat.ca, key: leaf.key } },
    ],
    below("below an authority whose key signs no certificates", { keyUsage: 0x80 }),
    below("below an authority whose key signs revocations alone", { keyUsage: 0x02 }),
    below("below an authority for signing code", { extensions: [usages(codeSigning)] }),
    below("below an authority for servers and clients", { extensions: [usages(serverAuth, clientAuth)] }),
    constrained("outside the domain that an authority excludes", [excluded(dns("evil.example"))], dns("a.example")),
    constrained("inside the domain that an authority excludes", [excluded(dns("evil.example"))], dns("a.evil.example")),
    constrained("inside the mails of an authority", [permitted(email("example.com"))], email("a@example.com")),
    constrained("outside the mails of an authority", [permitted(email("example.com"))], email("a@evil.example")),
    constrained("inside the URIs of an authority", [permitted(uri("example.com"))], uri("spiffe://example.com/a")),
    constrained("outside the URIs of an authority", [permitted(uri("example.com"))], uri("spiffe://evil.example/a")),
    constrained(
      "inside the addresses of an authority",
      [permitted(address(10, 0, 0, 0, 255, 0, 0, 0))],
      address(10, 1, 2, 3),
    ),
    constrained(
      "outside the addresses of an authority",
      [permitted(address(10, 0, 0, 0, 255, 0, 0, 0))],
      address(192, 0, 2, 1),
    ),
    constrained("below an authority for a directory", [permitted(directory)]),
    constrained("below an authority for a directory and a domain", [permitted(directory, dns("example"))]),
    below("below an authority for a directory, that need not be known", {
      extensions: [{ ...constraints(permitted(directory)), critical: false }],
    }),
    constrained("below an authority that excludes every name", [excluded(dns(""))], dns("a.example")),
  ];
}
