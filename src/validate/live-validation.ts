import type { JsonObject } from "../apimachinery/json/value.ts";
import type { Remedy } from "../diagnosis/diagnosis.ts";
import type { Answer } from "./answer.ts";
import type { Manifest } from "./manifest.ts";
import { decidesOthers, isParameterOf } from "./order.ts";
import { sendDefaults } from "./validate-manifests.ts";
import { Validation, type OpenedServer, type SendOptions, type ValidationServer } from "./validation.ts";

/** What is judged: the manifests of a file, in a server that has those of others. */
export interface LiveInput {
  readonly surroundings: readonly Manifest[];
  readonly manifests: readonly Manifest[];
}

/** What came of manifests. */
export interface Judgement {
  readonly answers: ReadonlyMap<Manifest, Answer>;
  /** Whether all were sent, one after the other; otherwise what was known of unchanged ones is said again. */
  readonly isWhole: boolean;
}

/** A server that is not changed any more, of which each judgement takes a fork. */
interface Stage {
  readonly manifests: readonly Manifest[];
  readonly server: OpenedServer;
  readonly validation: Validation;
  readonly answers: ReadonlyMap<Manifest, Answer>;
  /** A fork that is ready. */
  spare: Promise<Fork> | undefined;
}

interface Fork {
  readonly server: OpenedServer;
  readonly validation: Validation;
}

/**
 * Judges manifests again and again while they are changed. A server is kept with what surrounds them and with those of
 * them on which others depend; the others are sent to a fork of it.
 */
export class LiveValidation {
  readonly #open: () => Promise<OpenedServer>;
  readonly #options: SendOptions;
  readonly #signal = new AbortController();
  #surrounded: Stage | undefined;
  #founded: Stage | undefined;
  /** What came of objects in forks of the present stage. Objects of the same text are the same. */
  #known = new Map<JsonObject, Answer>();

  constructor(open: () => Promise<OpenedServer>, options: Partial<SendOptions> = {}) {
    this.#open = open;
    this.#options = { ...sendDefaults, ...options };
  }

  /**
   * Sends manifests to a fork; if not `whole`, only those that are new or changed. One judgement at a time. Rejects if
   * the signal is aborted meanwhile.
   */
  async judge(input: LiveInput, whole: boolean, signal: AbortSignal): Promise<Judgement> {
    const all = [...input.surroundings, ...input.manifests];
    const isParameter = isParameterOf(all);
    const isFirst = (manifest: Manifest): boolean => decidesOthers(manifest) || isParameter(manifest);
    const first = input.manifests.filter(isFirst);
    const stage = await this.#found(input.surroundings.filter(isFirst), first, signal);
    const rest = input.manifests.filter((manifest) => !isFirst(manifest));
    const sent = whole ? rest : rest.filter(({ object }) => !this.#known.has(object));
    const answers = movedTo(first, stage);
    const known = new Map<JsonObject, Answer>();
    if (sent.length > 0) {
      const { server, validation } = await this.#takeFork(stage);
      try {
        for await (const [manifest, answer] of validation.send(sent)) {
          signal.throwIfAborted();
          answers.set(manifest, answer);
          known.set(manifest.object, answer);
        }
      } finally {
        void server.close();
      }
    }
    for (const manifest of rest) {
      const answer = answers.get(manifest) ?? this.#known.get(manifest.object);
      if (answer === undefined) continue;
      answers.set(manifest, answer);
      known.set(manifest.object, answer);
    }
    this.#known = known;
    return { answers, isWhole: sent.length === rest.length };
  }

  /** The server with the surroundings and the manifests on which others depend, for questions about what it serves. */
  get asked(): ValidationServer | undefined {
    return this.#founded?.server.asked;
  }

  /** Returns what would work in place of a request that was refused; nothing where that is not known. */
  async remediesOf({ refused }: Answer): Promise<readonly Remedy[]> {
    return refused === undefined ? [] : ((await this.#founded?.validation.remediesOf(refused)) ?? []);
  }

  async close(): Promise<void> {
    this.#signal.abort();
    for (const stage of [this.#founded, this.#surrounded]) await closeStage(stage);
  }

  async #found(surroundings: readonly Manifest[], manifests: readonly Manifest[], signal: AbortSignal): Promise<Stage> {
    if (this.#surrounded === undefined || !haveSameObjects(this.#surrounded.manifests, surroundings)) {
      const server = await this.#open();
      const validation = new Validation(server.asked, this.#options, this.#signal.signal);
      const next = await this.#stageOf({ server, validation }, surroundings, this.#signal.signal);
      const previous = [this.#founded, this.#surrounded];
      this.#surrounded = next;
      this.#founded = undefined;
      for (const stage of previous) await closeStage(stage);
    }
    if (this.#founded !== undefined && haveSameObjects(this.#founded.manifests, manifests)) return this.#founded;
    const next = await this.#stageOf(await this.#takeFork(this.#surrounded), manifests, signal);
    await closeStage(this.#founded);
    this.#founded = next;
    this.#known = new Map();
    return next;
  }

  /** Sends manifests to a server, which then stays as it is. */
  async #stageOf(fork: Fork, manifests: readonly Manifest[], signal: AbortSignal): Promise<Stage> {
    const answers = new Map<Manifest, Answer>();
    try {
      for await (const [manifest, answer] of fork.validation.send(manifests)) {
        signal.throwIfAborted();
        answers.set(manifest, answer);
      }
    } catch (error) {
      void fork.server.close();
      throw error;
    }
    return { ...fork, manifests, answers, spare: undefined };
  }

  /** Takes a fork that is ready, and makes the next one ready. */
  async #takeFork(stage: Stage): Promise<Fork> {
    const fork = await (stage.spare ?? this.#fork(stage));
    stage.spare = this.#fork(stage);
    // who takes it sees why there is none
    stage.spare.catch(() => undefined);
    return fork;
  }

  async #fork({ server, validation }: Stage): Promise<Fork> {
    const forked = await server.fork();
    const next = validation.fork(forked.asked, this.#signal.signal);
    await next.ready();
    return { server: forked, validation: next };
  }
}

/** Whether manifests have the same objects; objects of the same text are the same. */
const haveSameObjects = (a: readonly Manifest[], b: readonly Manifest[]): boolean =>
  a.length === b.length && a.every(({ object }, i) => object === b[i]?.object);

/** The answers of a stage for manifests that have the same objects, perhaps at other places. */
function movedTo(manifests: readonly Manifest[], { manifests: before, answers }: Stage): Map<Manifest, Answer> {
  const moved = new Map<Manifest, Answer>();
  for (const [i, manifest] of manifests.entries()) {
    const was = before[i];
    const answer = was && answers.get(was);
    if (answer !== undefined) moved.set(manifest, answer);
  }
  return moved;
}

async function closeStage(stage: Stage | undefined): Promise<void> {
  if (stage === undefined) return;
  const spare = await stage.spare?.catch(() => undefined);
  await spare?.server.close();
  await stage.server.close();
}
