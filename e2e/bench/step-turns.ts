import { createTestServer } from "../../src/testing.ts";
import { collectionPath, configMap } from "./objects.ts";

/** Sends a number of requests, one after the other, whose steps nobody follows. */
export interface StepTurns {
  create(count: number): Promise<void>;
  get(count: number): Promise<void>;
}

const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const utf8 = new TextEncoder();

/** Opens a server in memory without controllers. */
export async function openTurns(): Promise<StepTurns> {
  const { handle } = await createTestServer({ controllers: false });
  const { signal } = new AbortController();
  const collection = collectionPath("default");
  const send = async (method: string, target: string, object?: object): Promise<void> => {
    const body = object === undefined ? null : utf8.encode(JSON.stringify(object));
    const answer = await handle({ method, target, headers, body, signal });
    if (answer.status >= 300) throw new Error(`${method} ${target} was answered ${answer.status}`);
  };
  let made = 0;
  const create = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) {
      made += 1;
      await send("POST", collection, configMap("default", `turn-${made}`));
    }
  };
  await create(1);
  return {
    create,
    async get(count) {
      for (let i = 0; i < count; i += 1) await send("GET", `${collection}/turn-1`);
    },
  };
}
