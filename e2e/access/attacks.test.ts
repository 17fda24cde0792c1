import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgeToken, newRsa, openAttackWorld, type AttackWorld } from "./attack-world.ts";
import type { Answered, Asked } from "../../src/node/testing/ask-https.ts";
import { administratorOf, recorded, told, withoutUids, type Administrator } from "./answers.ts";
import { openAttackedServer, type AttackedServer } from "./attacked-server.ts";
import {
  accountAttacks,
  anonymousAttacks,
  certificateAttacks,
  idTokenAttacks,
  impersonationAttacks,
  type AccountTokens,
  type Attack,
} from "./attacks.ts";
import { chainAttacks } from "./chain-attacks.ts";
import { combinedAttacks, tokenAttacks, type BoundTokens } from "./combined-attacks.ts";
import { nodeAttacks, nodeObjects } from "./node-attacks.ts";

// What is expected is what kube-apiserver 1.34.1 answers:
// KUBE_APISERVER=/path/to/kube-apiserver ETCD=/path/to/etcd npx vitest run e2e/access --update

let world: AttackWorld;
let server: AttackedServer;
let admin: Administrator;
let tokens: AccountTokens;
let boundTokens: BoundTokens;

const ns = "/api/v1/namespaces/ns";

const done = (asked: Asked): Promise<Answered["body"]> => admin.done(asked);

async function tokenOf(account: string, spec: object = {}): Promise<string> {
  const path = `${ns}/serviceaccounts/${account}/token`;
  const body = await done({ path, body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec } });
  return body.status.token;
}

const remove = (path: string): Promise<unknown> => done({ method: "DELETE", path, body: { gracePeriodSeconds: 0 } });

/** Issues tokens, and takes away what some of them are bound to. */
async function issueTokens(): Promise<AccountTokens> {
  const [pod, secret] = [await done({ path: `${ns}/pods/p3` }), await done({ path: `${ns}/secrets/bound` })];
  const bound = (kind: string, { metadata: { name, uid } }: Answered["body"]): object => ({
    boundObjectRef: { apiVersion: "v1", kind, name, uid },
  });
  const issued = {
    good: await tokenOf("builder"),
    otherAudience: await tokenOf("builder", { audiences: ["elsewhere"] }),
    boundToDeletedPod: await tokenOf("default", bound("Pod", pod)),
    boundToDeletedSecret: await tokenOf("default", bound("Secret", secret)),
    ofDeletedAccount: await tokenOf("gone"),
    ofAccountMadeAgain: await tokenOf("again"),
  };
  await remove(`${ns}/pods/p3`);
  await remove(`${ns}/secrets/bound`);
  await remove(`${ns}/serviceaccounts/gone`);
  await remove(`${ns}/serviceaccounts/again`);
  await done({ path: `${ns}/serviceaccounts`, body: { metadata: { name: "again" } } });
  return issued;
}

/** Issues tokens that are bound to a pod and to nodes, of which some are taken away or made again. */
async function issueBoundTokens(good: string): Promise<BoundTokens> {
  const boundTo = async (kind: string, path: string, account: string): Promise<string> => {
    const { metadata } = await done({ path });
    const { name, uid } = metadata;
    return tokenOf(account, { boundObjectRef: { apiVersion: "v1", kind, name, uid } });
  };
  for (const name of ["brief", "renewed"]) await done({ path: "/api/v1/nodes", body: { metadata: { name } } });
  const issued = {
    good,
    toPod: await boundTo("Pod", `${ns}/pods/p1`, "default"),
    toNode: await boundTo("Node", "/api/v1/nodes/n1", "builder"),
    toDeletedNode: await boundTo("Node", "/api/v1/nodes/brief", "builder"),
    toNodeMadeAgain: await boundTo("Node", "/api/v1/nodes/renewed", "builder"),
  };
  for (const name of ["brief", "renewed"]) await remove(`/api/v1/nodes/${name}`);
  await done({ path: "/api/v1/nodes", body: { metadata: { name: "renewed" } } });
  return issued;
}

beforeAll(async () => {
  world = await openAttackWorld();
  server = await openAttackedServer(world);
  admin = administratorOf(world, server);
  await admin.ask({ path: "/api/v1/namespaces", body: { metadata: { name: "kube-node-lease" } } }); // may be there
  for (const asked of nodeObjects) await done(asked);
  tokens = await issueTokens();
  boundTokens = await issueBoundTokens(tokens.good);
});

afterAll(async () => {
  await server.close();
  world.close();
});

async function answersTo(attacks: readonly Attack[]): Promise<string> {
  const lines: string[] = [];
  for (const [name, asked] of attacks) lines.push(`${name}: ${told(await server.ask(asked), world)}\n`);
  return lines.join("");
}

describe("kube-apiserver's answers are given to", () => {
  test.each<[string, string, () => readonly Attack[]]>([
    ["client certificates", "certificates.txt", () => certificateAttacks(world)],
    ["tokens of service accounts", "accounts.txt", () => accountAttacks(world, tokens)],
    ["ID tokens", "id-tokens.txt", () => idTokenAttacks(world)],
    ["nodes", "nodes.txt", () => nodeAttacks(world)],
    ["impersonation", "impersonation.txt", () => impersonationAttacks(world)],
    ["anonymous requests", "anonymous.txt", () => anonymousAttacks],
    ["chains of certificates", "chains.txt", () => chainAttacks(world)],
    ["tampered tokens", "tampered.txt", () => tokenAttacks(world, boundTokens)],
  ])("%s", async (_, file, attacks) => {
    await expect(await answersTo(attacks())).toMatchFileSnapshot(recorded(file));
  });
});

test("who a client is with several credentials is what kube-apiserver says", async () => {
  const lines: string[] = [];
  for (const [name, asked] of combinedAttacks(world, tokens.good)) {
    const answer = await server.ask(asked);
    const { extra, ...user } = answer.body.status?.userInfo ?? {};
    const said =
      answer.code < 300
        ? JSON.stringify({ ...user, extra: Object.entries(extra ?? {}).sort(([a], [b]) => a.localeCompare(b)) })
        : "";
    lines.push(`${name}: ${told(answer, world)} ${said.replaceAll(/X509SHA256=[0-9a-f]+/g, "HASH")}`.trimEnd() + "\n");
  }
  await expect(withoutUids(lines.join(""))).toMatchFileSnapshot(recorded("combined.txt"));
});

test.each<[string, () => readonly Attack[]]>([
  ["reviews.txt", () => [...accountAttacks(world, tokens), ...idTokenAttacks(world)]],
  ["tampered-reviews.txt", () => tokenAttacks(world, boundTokens)],
])("reviews of tokens say why they are refused, as kube-apiserver does: %s", async (file, attacks) => {
  const reviewed = attacks().flatMap(([name, { token }]) => (token === undefined ? [] : [{ name, token }]));
  const lines: string[] = [];
  for (const { name, token } of reviewed) {
    const { body } = await admin.ask({
      path: "/apis/authentication.k8s.io/v1/tokenreviews",
      body: { spec: { token } },
    });
    const { authenticated = false, user, error = "", audiences } = body.status;
    const outcome = authenticated ? `${user.username} ${JSON.stringify(user.groups)} for ${audiences}` : error;
    lines.push(`${name}: ${outcome}\n`);
  }
  const text = lines
    .join("")
    .replaceAll(world.issuer.url, "ISSUER")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?/g, "TIME");
  const plain = text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID").replaceAll(/ m=\+[\d.]+/g, "");
  await expect(plain).toMatchFileSnapshot(recorded(file));
});

test("keys of an issuer change, and former ones are forgotten", async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: world.issuer.url, aud: "kube", sub: "ann", hd: "example.com", exp: now + 3600 };
  const next = newRsa();
  const ask = async (kid: string, key = next.privateKey, jti = "1"): Promise<number> =>
    (await server.ask({ path: "/api/v1/secrets", token: forgeToken({ ...claims, jti }, { kid, key }) })).code;
  expect(await ask("rsa", world.issuer.rsa.privateKey)).toBe(403);
  expect(await ask("next")).toBe(401);
  world.issuer.published.clear();
  world.issuer.published.set("next", next.publicKey);
  await expect.poll(() => ask("next")).toBe(403);
  // another token, since kube-apiserver remembers verified ones for ten seconds
  expect(await ask("rsa", world.issuer.rsa.privateKey, "2")).toBe(401);
});
