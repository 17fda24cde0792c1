import { describe, expect, it } from "vitest";
import type { Storage } from "../interface.ts";
import { Seeded } from "./seeded.ts";
import { newTestObject, type TestObject } from "./test-codec.ts";

const prefix = "/registry/configmaps/";

/** A store opened as leader, with a storage of `/registry/configmaps/`. */
export interface OpenedStore {
  readonly store: {
    readonly revision: number;
    readonly trouble: { readonly code: string } | undefined;
    close(): Promise<void>;
  };
  readonly storage: Storage<TestObject>;
}

/** A medium on which stores can be opened one after another. */
export interface DurableMedium {
  open(): Promise<OpenedStore>;
  remove?(): Promise<void>;
}

/**
 * What one client knows about its key: the last acknowledged counter and the last one it tried to write (0: deleted).
 */
interface Told {
  acknowledged: number;
  attempted: number;
}

/** Increments a counter in its own key, with occasional deletions, until a write is rejected. */
async function client({ storage }: OpenedStore, chance: Seeded, key: string, told: Told): Promise<void> {
  for (let value = told.attempted + 1; ; value++) {
    told.attempted = value;
    const deleted = value % 7 === 0;
    const write = deleted
      ? storage.delete(key, undefined, () => undefined)
      : storage.guaranteedUpdate(key, { ignoreNotFound: true }, () => newTestObject(key, String(value)));
    const isDone = await write.then(
      () => true,
      (err: unknown) => String(err).includes("KeyNotFound"),
    );
    if (!isDone) return;
    told.acknowledged = value;
    if (chance.oneIn(3)) await new Promise((resolve) => setImmediate(resolve));
  }
}

function check({ storage }: OpenedStore, key: string, { acknowledged, attempted }: Told): void {
  const found = storage.peek(key)?.object.data?.value;
  const possible = [acknowledged, attempted].map((value) => (value % 7 === 0 ? undefined : String(value)));
  expect(possible).toContain(found);
}

/** Defines the durability tests of a store on a durable backend. */
export function describeDurability(name: string, createMedium: () => DurableMedium): void {
  describe(`a store on the ${name} backend`, () => {
    it.each([1, 2, 3, 4, 5])(
      "that another leader takes over in the middle of its writes has lost nothing that it acknowledged (seed %i)",
      async (seed) => {
        const chance = new Seeded(seed);
        const medium = createMedium();
        const keys = Array.from({ length: 6 }, (_, at) => `${prefix}${at}`);
        const told = new Map(keys.map((key) => [key, { acknowledged: 0, attempted: 0 }]));
        let leader = await medium.open();
        for (let life = 0; life < 4; life++) {
          const clients = [...told].map(([key, each]) => client(leader, chance, key, each));
          for (let turn = 5 + chance.below(40); turn > 0; turn--) await new Promise((resolve) => setImmediate(resolve));
          const next = await medium.open();
          await Promise.all(clients);
          expect(leader.store.trouble?.code).toBe("EpochChanged");
          expect(next.store.revision).toBeGreaterThanOrEqual(leader.store.revision);
          for (const [key, each] of told) check(next, key, each);
          await leader.store.close();
          leader = next;
        }
        expect(Math.max(...[...told.values()].map(({ acknowledged }) => acknowledged))).toBeGreaterThan(4);
        await leader.store.close();
        await medium.remove?.();
      },
    );
  });
}
