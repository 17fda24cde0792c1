import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { bundleServer, RefusedStart, repair, startLife, type ServerLife } from "./server-life.ts";

/** The options of a torture run. */
export interface TortureOptions {
  readonly seed: number;
  readonly kills: number;
  /** Whether to damage the last log after some of the kills. */
  readonly damage: boolean;
  readonly flags?: readonly string[];
}

/** The result of a torture run. */
export interface TortureResult {
  readonly acknowledged: number;
  /** The number of reported torn tails. */
  readonly cut: number;
  /** The number of starts that were refused and repaired. */
  readonly repaired: number;
}

/** The last acknowledged and the last attempted value of an object. */
interface Counter {
  acknowledged: number;
  attempted: number;
}

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data?: { readonly value?: string };
}

const clients = 8;
const path = "/api/v1/namespaces/default/configmaps";

const demand = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(what);
};

/** Kills a server repeatedly while clients write to it, and checks that no acknowledged write is lost silently. */
export async function torture({ seed, kills, damage, flags = [] }: TortureOptions): Promise<TortureResult> {
  const run = new Torture(new Seeded(seed), mkdtempSync(join(tmpdir(), "kubepad-torture-")), flags);
  try {
    for (let kill = 0; kill < kills; kill++) {
      await run.live();
      if (damage) run.damage();
    }
    await run.finish();
    return run.result;
  } finally {
    rmSync(run.directory, { recursive: true });
  }
}

class Torture {
  readonly directory: string;
  readonly result = { acknowledged: 0, cut: 0, repaired: 0 };
  readonly #program = bundleServer();
  readonly #chance: Seeded;
  readonly #flags: readonly string[];
  readonly #counters = new Map<string, Counter>();
  /** The highest revision returned to a client, and a revision from which a watch could be resumed. */
  #revision = 0;
  #resume = 0;
  /** Whether acknowledged data may have been damaged. */
  #mayBeLess = false;

  constructor(chance: Seeded, directory: string, flags: readonly string[]) {
    this.#chance = chance;
    this.directory = directory;
    this.#flags = flags;
  }

  /** Starts the server, checks it, and kills it while writing to it. */
  async live(): Promise<void> {
    const server = await this.#start();
    await this.#check(server);
    const writing = Array.from({ length: clients }, (_, at) => this.#write(server.url, `client-${at}`));
    const before = this.result.acknowledged;
    for (let turn = 0; turn < 400 && this.result.acknowledged === before; turn++) await setTimeout(5);
    await setTimeout(this.#chance.below(150));
    await server.kill();
    await Promise.all(writing);
  }

  async finish(): Promise<void> {
    const server = await this.#start();
    await this.#check(server);
    await server.kill();
  }

  /** Damages files as crashes and failing disks do: a torn record, zeros, or a flipped bit. */
  damage(): void {
    const name = readdirSync(this.directory).findLast((each) => each.startsWith("log-"));
    if (name === undefined) return;
    const log = join(this.directory, name);
    const content = readFileSync(log);
    switch (this.#chance.below(4)) {
      case 0:
        return appendFileSync(log, Buffer.alloc(1 + this.#chance.below(5000)));
      case 1:
        return appendFileSync(log, content.subarray(32, 32 + 1 + this.#chance.below(23)));
      case 2:
        this.#mayBeLess = true; // the last record was acknowledged and is now truncated
        return truncateSync(log, content.length - 1);
      case 3: {
        this.#mayBeLess = true;
        const at = this.#chance.below(content.length);
        content.writeUInt8(content.readUInt8(at) ^ 4, at);
        return writeFileSync(log, content);
      }
    }
  }

  async #start(): Promise<ServerLife> {
    try {
      return this.#noted(await startLife(this.#program, this.directory, this.#flags));
    } catch (error) {
      if (!(error instanceof RefusedStart) || !this.#mayBeLess) throw error;
      demand(/is damaged at byte \d+/.test(error.message), `does not say where: ${error.message}`);
      await repair(this.#program, this.directory);
      this.result.repaired++;
      return this.#noted(await startLife(this.#program, this.directory, this.#flags));
    }
  }

  #noted(server: ServerLife): ServerLife {
    if (server.said.some((line) => line.includes("cut off"))) this.result.cut++;
    if (server.said.some((line) => line.includes("history begins there"))) this.#resume = 0;
    return server;
  }

  /** Checks that all acknowledged writes are present, unless a file was damaged and the server reported it. */
  async #check({ url }: ServerLife): Promise<void> {
    const list = await (await fetch(url + path)).json();
    const found = new Map<string, number>(
      list.items.map(({ metadata, data }: ConfigMap) => [metadata.name, Number(data?.value)]),
    );
    for (const [name, counter] of this.#counters) {
      const value = found.get(name) ?? 0;
      demand(value <= counter.attempted, `${name} has ${value}, which nobody has written`);
      demand(this.#mayBeLess || value >= counter.acknowledged, `${name} has ${value}, not ${counter.acknowledged}`);
      counter.acknowledged = value;
    }
    const revision = Number(list.metadata.resourceVersion);
    demand(this.#mayBeLess || revision >= this.#revision, `at ${revision}, though ${this.#revision} was told`);
    await this.#checkResume(url, revision);
    this.#mayBeLess = false;
    [this.#revision, this.#resume] = [revision, revision];
  }

  /** Checks that a watch resumes from a list of an earlier server process. */
  async #checkResume(url: string, revision: number): Promise<void> {
    if (this.#resume === 0 || this.#mayBeLess) return;
    const watch = `${url}${path}?watch=1&timeoutSeconds=1&resourceVersion=${this.#resume}`;
    const events = (await (await fetch(watch)).text()).split("\n").filter((line) => line !== "");
    const last = events.map((line) => JSON.parse(line)).at(-1);
    demand(last?.type !== "ERROR", `the watch from ${this.#resume} ended with ${JSON.stringify(last)}`);
    const seen = Number(last?.object.metadata.resourceVersion ?? this.#resume);
    demand(seen <= revision, `a watch told ${seen}, the list ${revision}`);
  }

  async #write(url: string, name: string): Promise<void> {
    const counter = this.#counters.get(name) ?? { acknowledged: 0, attempted: 0 };
    this.#counters.set(name, counter);
    for (;;) {
      counter.attempted++;
      const answer = await this.#put(url, name, counter.attempted).catch(() => undefined);
      if (answer === undefined) return;
      counter.acknowledged = counter.attempted;
      this.#revision = Math.max(this.#revision, Number(answer.metadata.resourceVersion));
      this.result.acknowledged++;
    }
  }

  /** Applies an object, which creates it if it does not exist. */
  async #put(url: string, name: string, value: number): Promise<ConfigMap> {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { value: String(value) } };
    const answer = await fetch(`${url}${path}/${name}?fieldManager=torture&force=true`, {
      method: "PATCH",
      headers: { "Content-Type": "application/apply-patch+yaml" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`refused with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
}
