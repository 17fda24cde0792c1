import { useEffect, useMemo, useRef, useState } from "react";
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

/**
 * Follows sources by watches and returns their objects by target. A source that remains is not listed again; one that
 * is left out is no longer watched.
 */
export function useSources(sources: readonly Source[]): ReadonlyMap<string, Followed> {
  const page = usePage();
  const [shown, setShown] = useState(nothing);
  const following = useRef(new Map<string, Following>());
  const show = useMemo(
    () =>
      oncePerFrame(() =>
        setShown(
          new Map(
            [...following.current].map(([target, { objects, isListed }]) => [
              target,
              { objects: [...objects.values()], isListed },
            ]),
          ),
        ),
      ),
    [],
  );
  const key = sources.map(({ target }) => target).join(" ");
  useEffect(() => {
    const wanted = new Set(sources.map(({ target }) => target));
    for (const [target, { control }] of following.current)
      if (!wanted.has(target)) {
        control.abort();
        following.current.delete(target);
      }
    for (const source of sources)
      if (!following.current.has(source.target)) following.current.set(source.target, followSource(page, source, show));
    show();
  }, [page, key, show]); // oxlint-disable-line react-hooks/exhaustive-deps -- the key stands for the sources
  useEffect(() => {
    const { current } = following;
    return () => {
      for (const { control } of current.values()) control.abort();
      current.clear();
    };
  }, [page]);
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
