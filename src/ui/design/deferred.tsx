import { useEffect, useState, type ComponentType, type ReactNode } from "react";

/** A component whose code is loaded on first render, or earlier with `load`. */
export interface Deferred<P> {
  readonly View: ComponentType<P>;
  readonly load: () => Promise<void>;
}

/** What loading came to: the component, or why there is none. */
type Loaded<P> = { readonly it: ComponentType<P> } | { readonly error: unknown };

/**
 * Moves a component into a separate chunk. Once the chunk is loaded, the component renders synchronously. It is shown
 * as soon as it is there: React's Suspense would hold it back for 300 ms where a fallback was shown just before.
 */
export function deferred<P extends object>(
  importIt: () => Promise<ComponentType<P>>,
  fallback: ReactNode,
): Deferred<P> {
  let ready: Loaded<P> | undefined;
  let loading: Promise<ComponentType<P>> | undefined;
  const begin = (): Promise<ComponentType<P>> => {
    loading ??= importIt().then(
      (it) => ((ready = { it }), it),
      (error: unknown) => {
        loading = undefined; // the next view tries again
        throw error;
      },
    );
    return loading;
  };
  const load = async () => void (await begin());
  const View = (props: P) => {
    const [shown, setShown] = useState(ready);
    useEffect(() => {
      if (shown !== undefined) return;
      let isOver = false;
      const show = (loaded: Loaded<P>): void => (isOver ? undefined : setShown(loaded));
      begin().then(
        (it) => show({ it }),
        (error: unknown) => show({ error }),
      );
      return () => void (isOver = true);
    }, [shown]);
    if (shown === undefined) return fallback;
    if ("error" in shown) throw shown.error;
    return <shown.it {...props} />;
  };
  return { View, load };
}
