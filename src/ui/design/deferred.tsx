import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";

/** A component whose code comes when it is first drawn, or ahead of that by `load`. */
export interface Deferred<P> {
  readonly View: ComponentType<P>;
  readonly load: () => Promise<void>;
}

/** Splits a component off into a chunk of its own; once its code is there it is drawn at once. */
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
    // Decided once for each drawing: a change from one to the other would lose what is inside.
    const [Shown] = useState<ComponentType<P>>(() => ready ?? Late);
    return (
      <Suspense fallback={fallback}>
        <Shown {...props} />
      </Suspense>
    );
  };
  return { View, load };
}
