import { FakeClock } from "../../src/component-base/testing/fake-clock.ts";
import { messageOf } from "../../src/apimachinery/message-of.ts";
import { BackendError } from "../../src/apiserver/storage/backend/backend-error.ts";
import type { Backend, BackendWrite } from "../../src/apiserver/storage/backend/backend.ts";
import { createMemoryBackend, createMemoryMedium } from "../../src/apiserver/storage/backend/memory.ts";
import { restoreVersions } from "../../src/apiserver/storage/backend/restore.ts";
import { createStorage, type ResourceStorage } from "../../src/apiserver/storage/cacher/create-storage.ts";
import type { StoreState } from "../../src/apiserver/storage/mvcc/exported-object.ts";
import { createStore, type Store } from "../../src/apiserver/storage/mvcc/store.ts";
import type { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { createTestCodec, newTestObject, type TestObject } from "../../src/apiserver/storage/testing/test-codec.ts";

/** How an operation of a medium fails: once, or as all after it where the process is killed. */
export type Failure = "full" | "no descriptors" | "input/output" | "killed";

/** Where stores keep their data, whose operations can be made to fail. */
export interface OrdealMedium {
  /** Opens it as the next process or tab does, while an earlier one may still have it open. */
  open(report: (message: string) => void): Promise<Backend>;
  repair(): Promise<readonly string[]>;
  /** Damages what is stored while nobody has it open. */
  damage(chance: Seeded): Promise<void>;
  /** Asks before each operation that changes something how it is to fail. */
  fails(decide: () => Failure | undefined): void;
}

/** What an ordeal went through. */
export interface OrdealResult {
  readonly lives: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly failures: number;
  readonly damaged: number;
  readonly repaired: number;
}

const prefix = "/registry/configmaps/";
const keys = Array.from({ length: 12 }, (_, at) => `${prefix}${at}`);
/** What a key holds that is not there. */
const nothing = "";

const demand = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(what);
};

const valueOf = (object: TestObject): string => object.data?.["value"] ?? "?";
const valueIn = (text: string): string => valueOf(JSON.parse(`{${text}`) as TestObject);

interface Life {
  readonly store: Store;
  readonly storage: ResourceStorage<TestObject>;
}

/**
 * Lives of a store, one after the other, each of which ends by a kill, a takeover or in peace, while operations of its
 * medium fail and damage is done in between, all by chance. Throws once something that was acknowledged is missing or
 * other than it was, without a word, or something is there that nobody wrote.
 */
export class Ordeal {
  readonly result = { lives: 0, acknowledged: 0, refused: 0, failures: 0, damaged: 0, repaired: 0 };
  readonly #medium: OrdealMedium;
  readonly #chance: Seeded;
  readonly #clock = new FakeClock();
  /** What each key may hold now: what was acknowledged last, and everything that was tried since. */
  readonly #possible = new Map(keys.map((key) => [key, new Set([nothing])]));
  /** All that anybody tried to write, by key. */
  readonly #attempted = new Map(keys.map((key) => [key, new Set([nothing])]));
  /** Acknowledged writes by revision. */
  readonly #written = new Map<number, string>();
  readonly #exports: StoreState[] = [];
  #revision = 0;
  #value = 0;
  #isDead = false;
  #isDamaged = false;
  #hasSaid = false;

  constructor(medium: OrdealMedium, chance: Seeded) {
    this.#medium = medium;
    this.#chance = chance;
  }

  /** Goes through some lives. */
  async run(lives: number): Promise<OrdealResult> {
    for (let life = 0; life < lives; life++) {
      await this.#live();
      if (this.#chance.oneIn(5)) await this.#damage();
    }
    this.#heal();
    const last = await this.#open();
    await this.#check(last);
    await last.store.close();
    return this.result;
  }

  async #live(): Promise<void> {
    this.result.lives++;
    this.#clock.advance(this.#chance.below(3) * 1000 - 1500); // it also goes backwards
    await this.#dieWhileOpening();
    this.#heal();
    const life = await this.#open();
    await this.#check(life);
    this.#breakDown();
    for (let step = 3 + this.#chance.below(25); step > 0 && !this.#isDead; step--) await this.#act(life);
    await this.#end(life);
  }

  async #end(life: Life): Promise<void> {
    if (this.#chance.oneIn(3)) {
      this.#medium.fails(() => this.#fail("killed"));
      this.#isDead = true;
    }
    if (this.#isDead) return life.store.close().catch(() => undefined);
    if (!this.#chance.oneIn(3)) return this.#close(life);
    this.#heal();
    const next = await this.#open();
    const late = await this.#write(life, this.#pick());
    demand(!late, "a store that another one took over from acknowledged a write");
    await life.store.close();
    await this.#check(next);
    await next.store.close();
  }

  /** Closes a store, which tells it if its medium refuses even that. */
  async #close({ store }: Life): Promise<void> {
    await store.close().catch((error: unknown) => {
      if (!(error instanceof BackendError)) throw error;
      this.result.refused++;
    });
  }

  #heal(): void {
    this.#isDead = false;
    this.#medium.fails(() => undefined);
  }

  #fail(failure: Failure): Failure {
    if (failure === "killed") this.#isDead = true;
    this.result.failures++;
    return failure;
  }

  /** Lets operations fail from now on: none, some of them, all for a while, or all from one on. */
  #breakDown(): void {
    const failures: readonly Failure[] = ["full", "no descriptors", "input/output"];
    const failure = failures[this.#chance.below(failures.length)] ?? "full";
    const [from, length] = [this.#chance.below(60), 1 + this.#chance.below(12)];
    let count = 0;
    const isOf: readonly (() => Failure | undefined)[] = [
      () => undefined,
      () => (this.#chance.oneIn(12) ? failure : undefined),
      () => (count++ >= from && count <= from + length ? failure : undefined),
      () => (count++ >= from ? "killed" : undefined),
    ];
    const decide = isOf[this.#chance.below(isOf.length)];
    this.#medium.fails(() => {
      const found = decide?.();
      return found && this.#fail(found);
    });
  }

  /** A process that is killed, or refused by a disk, while it opens the medium. */
  async #dieWhileOpening(): Promise<void> {
    if (this.#isDamaged || !this.#chance.oneIn(3)) return;
    this.#breakDown();
    const backend = await this.#medium.open(() => undefined).catch(() => undefined);
    await backend?.load().catch(() => undefined);
    await backend?.close().catch(() => undefined);
  }

  async #open(): Promise<Life> {
    const load = async (): Promise<Life> => {
      const backend = await this.#medium.open((message) => (this.#hasSaid ||= /cut off/.test(message)));
      try {
        return await this.#storeOn(backend);
      } catch (error) {
        await backend.close();
        throw error;
      }
    };
    try {
      const life = await load();
      return this.result.damaged > 0 ? await this.#withHistory(life, load) : life;
    } catch (error) {
      if (!this.#isDamaged || !(error instanceof BackendError)) throw error;
      demand(error.code === "Corrupt", `damage is told as ${error.code}: ${error.message}`);
      this.#hasSaid ||= await this.#repair();
      return load();
    }
  }

  /** Repairs a medium that was opened, but whose history cannot be read. No object may be lost then. */
  async #withHistory(life: Life, load: () => Promise<Life>): Promise<Life> {
    const problem = await life.store.versions({}).then(
      () => undefined,
      (error: unknown) => messageOf(error),
    );
    if (problem === undefined) return life;
    demand(problem.includes("damaged"), `damage of the history is told as: ${problem}`);
    await life.store.close();
    demand(!(await this.#repair()), "objects are lost, though the newest state could be read");
    this.#written.clear();
    return load();
  }

  /** Repairs the medium, and returns whether that says that something may be lost. */
  async #repair(): Promise<boolean> {
    const lines = await this.#medium.repair();
    this.result.repaired++;
    return !lines.some((line) => line.startsWith("Lost: no object"));
  }

  async #storeOn(backend: Backend): Promise<Life> {
    const store = await createStore({
      backend,
      clock: this.#clock,
      checkpoint: { bytes: 1500, batches: 2 + this.#chance.below(9) },
      history: { changes: 10 + this.#chance.below(60) },
    });
    return { store, storage: createStorage({ store, codec: createTestCodec(), prefix }) };
  }

  /** Checks that everything acknowledged is there, unless damage was told of. */
  async #check({ store, storage }: Life): Promise<void> {
    const isLess = this.#isDamaged && this.#hasSaid;
    const found = new Map(storage.newest(prefix).map(({ key, object }) => [key, valueOf(object)]));
    for (const [key, possible] of this.#possible) {
      const value = found.get(key) ?? nothing;
      const mayBe = isLess ? this.#attempted.get(key) : possible;
      demand(mayBe?.has(value) === true, `${key} holds "${value}", not one of ${[...possible].join()}`);
      this.#possible.set(key, new Set([value]));
    }
    demand(
      [...found.keys()].every((key) => this.#possible.has(key)),
      `unknown keys: ${[...found.keys()].join()}`,
    );
    demand(
      isLess || store.revision >= this.#revision,
      `at revision ${store.revision}, though ${this.#revision} was told`,
    );
    if (isLess) this.#written.clear();
    else await this.#checkHistory(store);
    [this.#isDamaged, this.#hasSaid] = [false, false];
  }

  /** Checks that acknowledged writes are in the history, and that a copy of all versions is the same. */
  async #checkHistory(store: Store): Promise<void> {
    const versions: BackendWrite[] = [];
    let compacted = 0;
    for (let after: string | undefined; ;) {
      const portion = await store.versions({ after });
      versions.push(...portion.versions);
      compacted = portion.compacted;
      if ((after = portion.next) === undefined) break;
    }
    const byRevision = new Map(versions.map((version) => [version.revision, version]));
    for (const [revision, what] of this.#written) {
      const version = byRevision.get(revision);
      const is = version && `${version.key}=${version.text === null ? nothing : valueIn(version.text)}`;
      if (version === undefined ? revision > compacted : true)
        demand(is === what, `revision ${revision} is ${is}, though ${what} was acknowledged`);
    }
    for (const { key, text, revision } of versions)
      demand(
        this.#attempted.get(key)?.has(text === null ? nothing : valueIn(text)) === true,
        `nobody wrote revision ${revision} of ${key}`,
      );
    if (this.#chance.oneIn(4)) await this.#checkCopy(store, { compacted, versions });
  }

  async #checkCopy(store: Store, retained: { compacted: number; versions: readonly BackendWrite[] }): Promise<void> {
    const medium = createMemoryMedium();
    await restoreVersions(createMemoryBackend(medium), retained, { at: 0 });
    const copy = await createStore({ backend: createMemoryBackend(medium), clock: this.#clock });
    const told = ({ exportState }: Store): string => JSON.stringify(byKey(exportState()));
    demand(
      told({ ...store, exportState: () => store.exportState() }) ===
        told({ ...copy, exportState: () => copy.exportState() }),
      "a copy of all versions has another state",
    );
    await copy.close();
  }

  async #act(life: Life): Promise<void> {
    const kind = this.#chance.below(20);
    if (kind === 0) await life.store.compact().catch(() => this.result.refused++);
    else if (kind === 1) this.#exports.push(life.store.exportState());
    else if (kind === 2) await this.#import(life, this.#exports[this.#chance.below(this.#exports.length + 1)]);
    else if (kind === 3 && this.#chance.oneIn(3)) await this.#reset(life);
    else if (kind === 4)
      await Promise.all(keys.slice(0, 2 + this.#chance.below(9)).map((key) => this.#write(life, key)));
    else await this.#write(life, this.#pick());
  }

  #pick(): string {
    return keys[this.#chance.below(keys.length)] ?? "";
  }

  /** Writes to a key or deletes it, and returns whether that was acknowledged. */
  async #write({ storage }: Life, key: string): Promise<boolean> {
    const deletes = this.#chance.oneIn(5) && storage.peek(key) !== undefined;
    const value = deletes ? nothing : `${++this.#value}`.padEnd(this.#chance.below(300), " ").trim();
    this.#try(key, value);
    const writing = deletes
      ? storage.delete(key, undefined, () => undefined)
      : storage.guaranteedUpdate(key, { ignoreNotFound: true }, () => newTestObject(key, value));
    try {
      const { revision } = await writing;
      if (this.#isDead) return false; // nobody hears it
      this.#acknowledge(key, value, revision);
      return true;
    } catch {
      this.result.refused++;
      return false;
    }
  }

  #try(key: string, value: string): void {
    this.#possible.get(key)?.add(value);
    this.#attempted.get(key)?.add(value);
  }

  #acknowledge(key: string, value: string, revision: number): void {
    const before = this.#written.get(revision);
    demand(before === undefined, `revision ${revision} was given out for ${before} and ${key}=${value}`);
    this.#written.set(revision, `${key}=${value}`);
    this.#possible.set(key, new Set([value]));
    this.#revision = Math.max(this.#revision, revision);
    this.result.acknowledged++;
  }

  async #import({ store }: Life, state: StoreState | undefined): Promise<void> {
    if (state === undefined) return;
    const values = new Map(state.objects.map(({ key, text }) => [key, valueIn(text)]));
    for (const key of keys) this.#try(key, values.get(key) ?? nothing);
    const { revision } = store;
    try {
      await store.importState(state);
      if (this.#isDead || store.revision === revision) return; // nobody hears it, or nothing was to be written
      for (const key of keys) this.#possible.set(key, new Set([values.get(key) ?? nothing]));
      this.#revision = Math.max(this.#revision, store.revision);
    } catch {
      this.result.refused++;
    }
  }

  async #reset({ store }: Life): Promise<void> {
    for (const key of keys) this.#try(key, nothing);
    try {
      await store.reset();
      if (this.#isDead) return;
      for (const key of keys) this.#possible.set(key, new Set([nothing]));
      this.#revision = Math.max(this.#revision, store.revision);
    } catch (error) {
      demand(messageOf(error) !== "", "a reset failed without a word");
      this.result.refused++;
    }
  }

  async #damage(): Promise<void> {
    this.#heal();
    await this.#medium.damage(this.#chance);
    this.#isDamaged = true;
    this.result.damaged++;
  }
}

const byKey = ({ objects }: StoreState): readonly string[] => objects.map(({ key, text }) => key + text).sort();
