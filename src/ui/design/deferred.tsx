import { lazy, Suspense, type ComponentType, type ReactNode } from "react";

/** A component whose code comes when it is first drawn, or ahead of that by `load`. */
export interface Deferred<P> {
  readonly View: ComponentType<P>;
  readonly load: () => Promise<void>;
}

/** Splits a component off into a chunk of its own; once its code is there it is drawn at once. */
export function deferred<P extends object>(importIt: () => Promise<ComponentType<P>>, fallback: ReactNode): Deferred<P> {
  let ready: ComponentType<P> | undefined;
  const load = async () => {
    ready = await importIt();
  };
  const Late = lazy(async () => ({ default: await importIt() }));
  const View = (props: P) => {
    const Ready = ready;
    return Ready === undefined ? <Suspense fallback={fallback}><Late {...props} /></Suspense> : <Ready {...props} />;
  };
  return { View, load };
}
