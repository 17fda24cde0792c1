import { join } from "node:path";
import { expect } from "vitest";
import type { Answered, Asked } from "../../src/node/testing/ask-https.ts";
import type { AttackWorld } from "./attack-world.ts";
import type { AttackedServer } from "./attacked-server.ts";

/** The file of what kube-apiserver 1.34.1 answers. */
export const recorded = (file: string): string => join(import.meta.dirname, "answers", file);

/** What an administrator does before the attacks. */
export interface Administrator {
  ask(asked: Asked): Promise<Answered>;
  /** Asks for what must succeed; returns the object that is answered. */
  done(asked: Asked): Promise<Answered["body"]>;
}

export function administratorOf(world: AttackWorld, server: AttackedServer): Administrator {
  const client = world.users.issue({ commonName: "admin", organizations: ["system:masters"] });
  const ask = (asked: Asked): Promise<Answered> => server.ask({ client, ...asked });
  return {
    ask,
    async done(asked) {
      const { code, body } = await ask(asked);
      expect(code, `${asked.path}: ${JSON.stringify(body)}`).toBeLessThan(300);
      return body;
    },
  };
}

/** Replaces what differs with each run. */
export const withoutUids = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID");

/** Says what an answer is: its status, and the reason and message of a refusal. */
export function told({ code, body }: Answered, { issuer }: AttackWorld): string {
  const said = typeof body === "string" ? body.trim() : body.kind === "Status" ? `${body.reason}: ${body.message}` : "";
  const shown = code < 300 ? "" : said.split("\n").join(" | ");
  return withoutUids(`${code} ${shown}`.trimEnd().replaceAll(issuer.url, "ISSUER"));
}
