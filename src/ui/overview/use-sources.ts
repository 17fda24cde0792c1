import { useEffect, useState } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { follow } from "../data/follow.ts";
import { oncePerFrame } from "../platform/browser-clock.ts";
import { usePage, type Page } from "../state/page.ts";

/** A collection, or a selection of one, whose objects are followed. */
export interface Source {
  readonly target: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The objects of a followed source, by uid. */
export interface Followed {
  readonly objects: readonly KubeObject[];
  /** Whether the source was listed, or is refused. */
  readonly isListed: boolean;
}

interface Following {
  readonly objects: Map<string, KubeObject>;
  isListed: boolean;
  readonly control: AbortController;
}

const nothing: ReadonlyMap<string, Followed> = new Map();

/** Follows sources by watches, and tells their objects by target. */
class SourceSet {
  readonly #following = new Map<string, Following>();
  #tell: (found: ReadonlyMap<string, Followed>) => void = () => undefined;
  readonly #show = oncePerFrame(() => this.#tell(this.#found()));

  /** Follows these sources. One that remains is not listed again; one that is left out is no longer watched. */
  follow(page: Page, sources: readonly Source[], tell: (found: ReadonlyMap<string, Followed>) => void): void {
    this.#tell = tell;
    const wanted = new Set(sources.map(({ target }) => target));
    for (const [target, { control }] of this.#following)
      if (!wanted.has(target)) {
        control.abort();
        this.#following.delete(target);
      }
    for (const source of sources)
      if (!this.#following.has(source.target))
        this.#following.set(source.target, followSource(page, source, this.#show));
    this.#show();
  }

  close(): void {
    for (const { control } of this.#following.values()) control.abort();
    this.#following.clear();
  }

  #found(): ReadonlyMap<string, Followed> {
    return new Map(
      [...this.#following].map(([target, { objects, isListed }]) => [
        target,
        { objects: [...objects.values()], isListed },
      ]),
    );
  }
}

/** Follows sources while a component is shown, and returns their objects by target. */
export function useSources(sources: readonly Source[]): ReadonlyMap<string, Followed> {
  const page = usePage();
  const [shown, setShown] = useState(nothing);
  const [set] = useState(() => new SourceSet());
  const key = sources.map(({ target }) => target).join(" ");
  useEffect(() => set.follow(page, sources, setShown), [page, key, set]); // oxlint-disable-line react-hooks/exhaustive-deps -- the key stands for the sources
  useEffect(() => () => set.close(), [page, set]);
  return shown;
}

function followSource(page: Page, { target, apiVersion, kind }: Source, show: () => void): Following {
  const one: Following = { objects: new Map(), isListed: false, control: new AbortController() };
  const put = (object: KubeObject): void =>
    void one.objects.set(object.metadata.uid ?? "", { apiVersion, kind, ...object });
  void follow(
    page,
    target,
    {
      restart: () => one.objects.clear(),
      page: (items) => items.forEach(put),
      listed() {
        one.isListed = true;
        show();
      },
      events(events) {
        for (const event of events)
          if (event.type === "DELETED") one.objects.delete(event.object.metadata.uid ?? "");
          else if (event.type === "ADDED" || event.type === "MODIFIED") put(event.object);
        show();
      },
      trouble(status) {
        if (status === undefined) return;
        one.isListed = true;
        show();
      },
    },
    one.control.signal,
  );
  return one;
}
