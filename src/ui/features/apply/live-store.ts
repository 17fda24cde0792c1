import { createStore } from "zustand/vanilla";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import { followAll } from "../../data/follow.ts";
import { apiVersionOf, targetOf, withParameter, type ObjectPath } from "../../kube/resource.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";

/** The current state of an object; undefined if it does not exist. */
export interface LiveObject {
  readonly object: KubeObject | undefined;
}

/** The path and kind of an object. List items do not contain the kind. */
export interface LivePath extends ObjectPath {
  readonly kind: string;
}

export interface LiveObjects {
  /** The objects by target. Objects that have not been read yet are missing. */
  readonly objects: Readonly<Record<string, LiveObject>>;
  /** Watches exactly these objects and stops watching all others. */
  readonly follow: (paths: readonly LivePath[]) => void;
}

/** The live state of the objects named by the manifests on the bench. */
export const liveObjects = defineUserSlice<LiveObjects>((page, left) => {
  const controls = new Map<string, AbortController>();
  left.addEventListener("abort", () => controls.forEach((control) => control.abort()));
  return createStore<LiveObjects>((set, get) => {
    const show = (target: string, object: KubeObject | undefined) =>
      set({ objects: { ...get().objects, [target]: { object } } });
    const forget = (target: string) => {
      controls.get(target)?.abort();
      controls.delete(target);
      const { [target]: _gone, ...objects } = get().objects;
      set({ objects });
    };
    const begin = (path: LivePath) => {
      const control = new AbortController();
      controls.set(targetOf(path), control);
      void keepUp(page, path, (object) => show(targetOf(path), object), control.signal);
    };
    return {
      objects: {},
      follow(paths) {
        const wanted = new Map(paths.map((path) => [targetOf(path), path]));
        for (const target of controls.keys()) if (!wanted.has(target)) forget(target);
        for (const [target, path] of wanted) if (!controls.has(target)) begin(path);
      },
    };
  });
});

function keepUp(
  page: Page,
  path: LivePath,
  show: (object: KubeObject | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  const target = withParameter(
    targetOf({ ...path, name: undefined }),
    "fieldSelector",
    `metadata.name=${path.name ?? ""}`,
  );
  const type = { apiVersion: apiVersionOf(path), kind: path.kind };
  let isKnown = false;
  const tell = (objects: ReadonlyMap<string, KubeObject>): void => {
    const object = objects.get(path.name ?? "");
    isKnown = true;
    show(object && { ...type, ...object });
  };
  const trouble = (refused: Status | undefined): void => {
    if (refused !== undefined && !isKnown && !signal.aborted) show(undefined);
  };
  return followAll(page, target, tell, trouble, signal);
}
