import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";

/** A component whose code is loaded on first render, or earlier with `load`. */
export interface Deferred<P> {
  readonly View: ComponentType<P>;
  readonly load: () => Promise<void>;
}

/** Moves a component into a separate chunk. Once the chunk is loaded, the component renders synchronously. */
export function deferred<P extends object>(
  importIt: () => Promise<ComponentType<P>>,
  fallback: ReactNode,
): Deferred<P> {
  let ready: ComponentType<P> | undefined;
  const load = async () => {
    ready = await importIt();
  };
  const Late = lazy(async () => ({ default: await importIt() }));
  const View = (props: P) => {
    // Decided once per mount: switching between the two would discard the component's state.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Late);
    return (
      <Suspense fallback={fallback}>
        <Shown {...props} />
      </Suspense>
    );
  };
  return { View, load };
}
