import { describe, expect, it } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createMemoryBackend } from "./backend/memory.ts";
import type { ListOptions } from "./interface.ts";
import { createStore } from "./mvcc/store.ts";
import type { SelectionPredicate } from "./selection-predicate.ts";
import { Seeded } from "./testing/seeded.ts";
import { createTestCodec, labelled, newTestObject } from "./testing/test-codec.ts";
import { createStorage } from "./cacher/create-storage.ts";

const prefix = "/registry/configmaps/";
const objects = 2000;

/** Selects by a label, and counts the objects that are evaluated. */
function countingSelector(value: string, name = "app") {
  const counted = { evaluated: 0 };
  const inner = labelled(name, value);
  const predicate: SelectionPredicate = {
    ...inner,
    equalities: [{ of: "labels", name, value }],
    matches(attributes) {
      counted.evaluated++;
      return inner.matches(attributes);
    },
  };
  return { counted, predicate };
}

const keyOf = (i: number): string => `${prefix}${i % 2 === 0 ? "even" : "odd"}/object-${String(i).padStart(5, "0")}`;

/** A clock on which every look takes so long that work lets others run after each slice. */
class SlowClock extends FakeClock {
  override monotonic(): number {
    this.advance(10);
    return super.monotonic();
  }
}

async function setUp(clock = new FakeClock()) {
  const store = await createStore({ backend: createMemoryBackend(), clock });
  const storage = createStorage({ store, codec: createTestCodec(), prefix });
  await Promise.all(
    Array.from({ length: objects }, (_, i) =>
      storage.create(keyOf(i), newTestObject(`object-${i}`, "", { app: `app-${i % 100}`, tier: `tier-${i % 3}` })),
    ),
  );
  const list = async (predicate: SelectionPredicate, more: Partial<ListOptions> = {}, under = prefix) => {
    const options = { resourceVersion: "", resourceVersionMatch: "", limit: 0, continue: "", predicate } as const;
    const { items, ...rest } = await storage.list(under, { ...options, ...more });
    return { keys: items.map(({ key }) => key), ...rest };
  };
  /** The objects that one more list by a selector evaluates. */
  const evaluatedBy = async (value: string, name?: string): Promise<number> => {
    const { counted, predicate } = countingSelector(value, name);
    await list(predicate);
    return counted.evaluated;
  };
  return { clock, storage, list, evaluatedBy };
}

describe("lists by equality", () => {
  it("evaluate the objects that have the value, once the same label has been selected before", async () => {
    const { evaluatedBy } = await setUp();
    expect(await evaluatedBy("app-7")).toBe(objects);
    expect(await evaluatedBy("app-8")).toBe(objects / 100);
    expect(await evaluatedBy("no-such-app")).toBe(0);
  });

  it("evaluate all objects of a value that most have, and of a label that was not selected before", async () => {
    const { evaluatedBy, storage } = await setUp();
    for (let i = 0; i < 500; i++)
      await storage.create(`${prefix}even/more-${i}`, newTestObject(`more-${i}`, "", { app: "common" }));
    await evaluatedBy("app-7");
    expect(await evaluatedBy("tier-1", "tier")).toBe(objects + 500);
    expect(await evaluatedBy("common")).toBe(500);
  });

  it("evaluate all objects again when the index has not been used for long", async () => {
    const { clock, evaluatedBy } = await setUp();
    await evaluatedBy("app-7");
    await evaluatedBy("app-7");
    clock.advance(11 * 60_000);
    expect(await evaluatedBy("app-7")).toBe(objects);
  });

  it("keep few indexes", async () => {
    const { clock, evaluatedBy } = await setUp();
    for (const name of ["a", "b", "c", "d", "app"]) {
      await evaluatedBy("app-7", name);
      await evaluatedBy("app-7", name);
      clock.advance(1000);
    }
    expect(await evaluatedBy("app-8")).toBe(objects / 100);
    expect(await evaluatedBy("app-8", "a")).toBe(objects);
  });

  it("have pages, which say whether objects are left in the range", async () => {
    const { list } = await setUp();
    const { predicate } = countingSelector("app-7");
    const plain = { ...predicate, equalities: [] };
    const compare = async (more: Partial<ListOptions>, under?: string) => {
      const [indexed, filtered] = [await list(predicate, more, under), await list(plain, more, under)];
      expect({ ...indexed, fetched: 0 }).toEqual({ ...filtered, fetched: 0 });
      return indexed;
    };
    await list(predicate);
    await list(predicate);
    const first = await compare({ limit: 6 });
    expect(first.continue).not.toBe("");
    const second = await compare({ limit: 14, continue: first.continue });
    expect(second.keys).toHaveLength(14);
    await compare({ limit: 100 });
    await compare({}, `${prefix}odd/`);
    await compare({ resourceVersion: "0" });
  });

  it("follow random writes, also those during the build", async () => {
    const { storage, list } = await setUp(new SlowClock());
    const random = new Seeded(7);
    const write = async (): Promise<void> => {
      const i = random.below(objects + 200);
      const object = newTestObject(
        `object-${i}`,
        "",
        random.below(4) === 0 ? undefined : { app: `app-${random.below(5)}` },
      );
      if (storage.peek(keyOf(i)) === undefined) await storage.create(keyOf(i), object);
      else if (random.below(3) === 0) await storage.delete(keyOf(i), undefined, () => undefined);
      else await storage.guaranteedUpdate(keyOf(i), { ignoreNotFound: false }, () => object);
    };
    await list(countingSelector("app-1").predicate);
    for (let round = 0; round < 10; round++) {
      const { predicate } = countingSelector(`app-${round % 5}`);
      const writeSome = async (): Promise<void> => {
        for (let i = 0; i < 40; i++) await write();
      };
      const [indexed] = await Promise.all([list(predicate), writeSome()]);
      const now = { resourceVersion: String(indexed.revision), resourceVersionMatch: "Exact" } as const;
      expect(indexed.keys).toEqual((await list({ ...predicate, equalities: [] }, now)).keys);
    }
    for (let i = 0; i < 100; i++) {
      const { counted, predicate } = countingSelector(`app-${i}`);
      const { keys } = await list(predicate);
      expect(counted.evaluated).toBe(keys.length);
    }
  });
});
