import { KnownDocuments, type Manifest, type ReadFile } from "../validate/manifest.ts";
import { LiveValidation, type Judgement } from "../validate/live-validation.ts";
import { placeOfUnreadable, Places } from "../validate/places.ts";
import { errorAt, Reporter } from "../validate/reporter.ts";
import type { SendOptions, OpenedServer } from "../validate/validation.ts";
import type { Told } from "./judged-document.ts";

/** What a document is judged with: itself or the kustomization that it is part of, and what surrounds it. */
export interface Target {
  /** A name that stays while the document is edited. */
  readonly key: string;
  /** Reads what is judged; `known` is what texts were read to before. */
  read(known: KnownDocuments): Promise<ReadFile>;
  /** The manifests of other files. */
  readonly surroundings: readonly Manifest[];
}

/** What was found in the files of a target. */
export interface Verdict {
  readonly told: readonly Told[];
  readonly isWhole: boolean;
  readonly live: LiveValidation;
}

/** The most targets of which a server is kept. */
const mostKept = 4;

/** Judges targets, and keeps the servers of those that were judged last. */
export class Judge {
  readonly #open: () => Promise<OpenedServer>;
  readonly #options: Partial<SendOptions>;
  readonly #kept = new Map<string, KeptTarget>();

  constructor(open: () => Promise<OpenedServer>, options: Partial<SendOptions>) {
    this.#open = open;
    this.#options = options;
  }

  /** Judges a target; if not `whole`, what is unchanged is not sent again. Rejects when the signal is aborted. */
  async judge(target: Target, whole: boolean, signal: AbortSignal): Promise<Verdict> {
    const kept = this.#kept.get(target.key) ?? new KeptTarget(new LiveValidation(this.#open, this.#options));
    this.#kept.delete(target.key);
    this.#kept.set(target.key, kept);
    for (const [key, oldest] of this.#kept) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(key);
      void oldest.close();
    }
    return kept.judge(target, whole, signal);
  }

  async close(): Promise<void> {
    for (const kept of this.#kept.values()) await kept.close();
    this.#kept.clear();
  }
}

/** A target with its server, and what its texts were read to. */
class KeptTarget {
  readonly #live: LiveValidation;
  #documents = new KnownDocuments();
  #places = new Places();
  #last: Promise<unknown> = Promise.resolve();

  constructor(live: LiveValidation) {
    this.#live = live;
  }

  /** Judgements come one after the other. */
  judge(target: Target, whole: boolean, signal: AbortSignal): Promise<Verdict> {
    const next = this.#last.then(() => this.#judge(target, whole, signal));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#live.close();
  }

  async #judge({ read, surroundings }: Target, whole: boolean, signal: AbortSignal): Promise<Verdict> {
    signal.throwIfAborted();
    const documents = new KnownDocuments(this.#documents);
    const { manifests, unreadable } = await read(documents);
    this.#documents = documents;
    const judgement = await this.#live.judge({ surroundings, manifests }, whole, signal);
    this.#places = new Places(this.#places);
    const unread = unreadable.map((each): Told => ({
      finding: errorAt(placeOfUnreadable(this.#places, each), each.message),
    }));
    const told = findingsOf(manifests, surroundings, judgement, this.#places);
    return { told: [...unread, ...told], isWhole: judgement.isWhole, live: this.#live };
  }
}

function findingsOf(
  manifests: readonly Manifest[],
  surroundings: readonly Manifest[],
  { answers }: Judgement,
  places: Places,
): readonly Told[] {
  const reporter = new Reporter(manifests, places, { surroundings });
  return manifests.flatMap((manifest) => {
    const answer = answers.get(manifest);
    if (answer === undefined) return [];
    const { findings } = reporter.reportOf(manifest, answer);
    return findings.map((finding): Told => ({ finding, of: { manifest, answer } }));
  });
}
