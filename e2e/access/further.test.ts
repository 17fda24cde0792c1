import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answered } from "../../src/node/testing/ask-https.ts";
import { administratorOf, recorded, told, withoutUids } from "./answers.ts";
import { openAttackWorld, type AttackWorld } from "./attack-world.ts";
import { openAttackedServer, type AttackedServer } from "./attacked-server.ts";
import type { Attack } from "./attacks.ts";
import { detailAttacks } from "./certificate-details.ts";
import { formAttacks, sendingAttacks } from "./credential-attacks.ts";
import { escalationAttacks, escalationObjects } from "./escalation-attacks.ts";
import { graphAttacks, graphObjects } from "./node-graph-attacks.ts";
import { nodeObjects } from "./node-attacks.ts";
import { grantedObjects, limitedImpersonation, pathAttacks } from "./path-attacks.ts";

// What is expected is what kube-apiserver 1.34.1 answers, recorded as those of attacks.test.ts.

let world: AttackWorld;
let server: AttackedServer;
let token: string;

beforeAll(async () => {
  world = await openAttackWorld();
  server = await openAttackedServer(world);
  const { ask, done } = administratorOf(world, server);
  await ask({ path: "/api/v1/namespaces", body: { metadata: { name: "kube-node-lease" } } }); // may be there
  for (const asked of [...nodeObjects, ...graphObjects, ...grantedObjects, ...escalationObjects]) await done(asked);
  const spec = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { status } = await done({ path: "/api/v1/namespaces/ns/serviceaccounts/builder/token", body: spec });
  token = status.token;
});

afterAll(async () => {
  await server.close();
  world.close();
});

/** Says what an answer is, and who the client is if that was asked. */
function toldOf(answer: Answered): string {
  const { code, body } = answer;
  const { extra: _, ...user } = body.status?.userInfo ?? {};
  const isUser = code < 300 && body.kind === "SelfSubjectReview";
  return told(answer, world) + (isUser ? withoutUids(` ${JSON.stringify(user)}`) : "");
}

async function answersTo(attacks: readonly Attack[]): Promise<string> {
  const lines: string[] = [];
  for (const [name, asked] of attacks) {
    const said = await server.ask(asked).then(toldOf, () => "no answer");
    lines.push(`${name}: ${said}\n`);
  }
  return lines.join("");
}

describe("kube-apiserver's answers are given to", () => {
  test.each<[string, string, () => readonly Attack[]]>([
    ["certificates with odd details", "details.txt", () => detailAttacks(world)],
    ["tokens sent in other ways", "sending.txt", () => sendingAttacks(token)],
    ["tokens in other forms", "forms.txt", () => formAttacks(world, token)],
    ["paths and methods that lead elsewhere", "paths.txt", () => pathAttacks(world)],
    ["users who may act as one other", "limited-impersonation.txt", () => limitedImpersonation(world)],
    ["users who want more than they have", "escalation.txt", () => escalationAttacks(world)],
    ["nodes that follow references", "node-graph.txt", () => graphAttacks(world)],
  ])("%s", async (_, file, attacks) => {
    await expect(await answersTo(attacks())).toMatchFileSnapshot(recorded(file));
  });
});
