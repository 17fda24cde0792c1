import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import { onSettingChange, readSetting, writeSetting } from "../platform/storage.ts";
import { defineSlice, type Page } from "../state/page.ts";
import { createFunctionWorker } from "./function-worker.ts";
import { functionsSetting } from "./functions-setting.ts";

/** The function of one definition. */
export interface KeptFunction {
  /** As it is written. */
  readonly source: string;
  /** As it stands in for the webhook; undefined where it does not. */
  readonly registered?: string;
}

type Kept = Readonly<Record<string, KeptFunction>>;

export interface ConversionFunctions {
  /** By the definition's name. */
  readonly kept: Kept;
  readonly edit: (definition: string, source: string) => void;
  /** Puts the text as it is now in the place of the webhook. */
  readonly register: (definition: string) => void;
  readonly takeAway: (definition: string) => void;
}

const isFunction = (value: unknown): value is KeptFunction =>
  isRecord(value) &&
  typeof value["source"] === "string" &&
  ["string", "undefined"].includes(typeof value["registered"]);
const isKept = (value: unknown): value is Kept => isRecord(value) && Object.values(value).every(isFunction);
const readKept = (): Kept => readSetting(functionsSetting, isKept) ?? {};

/**
 * Conversion functions that were written here; remembered, and those that are registered stand in for their webhooks in
 * every tab.
 */
export const conversionFunctions = defineSlice<ConversionFunctions>((page) => {
  const store = createStore<ConversionFunctions>((set, get) => {
    const keep = (definition: string, kept: KeptFunction): void => {
      set({ kept: { ...get().kept, [definition]: kept } });
      writeSetting(functionsSetting, get().kept);
    };
    const sourceOf = (definition: string): string => get().kept[definition]?.source ?? "";
    return {
      kept: readKept(),
      edit: (definition, source) => keep(definition, { ...get().kept[definition], source }),
      register: (definition) => keep(definition, { source: sourceOf(definition), registered: sourceOf(definition) }),
      takeAway: (definition) => keep(definition, { source: sourceOf(definition) }),
    };
  });
  onSettingChange(functionsSetting, () => store.setState({ kept: readKept() }));
  standIn(page, store);
  return store;
});

/** Keeps the server told of what is registered. */
function standIn(page: Page, store: StoreApi<ConversionFunctions>): void {
  const standing = new Map<string, { readonly source: string; readonly stop: () => void }>();
  const follow = ({ kept }: ConversionFunctions): void => {
    for (const [definition, { source, stop }] of standing) {
      if (kept[definition]?.registered === source) continue;
      standing.delete(definition);
      stop();
    }
    for (const [definition, { registered }] of Object.entries(kept)) {
      if (registered !== undefined && !standing.has(definition))
        standing.set(definition, { source: registered, stop: start(page, definition, registered) });
    }
  };
  store.subscribe(follow);
  follow(store.getState());
}

function start(page: Page, definition: string, source: string): () => void {
  const worker = createFunctionWorker(source, page.clock);
  const registered = page.registerConverter(definition, ({ objects, desiredAPIVersion }) =>
    worker.convert(objects, desiredAPIVersion),
  );
  registered.catch(() => undefined); // the page goes away
  return () => {
    void registered
      .then((takeAway) => takeAway())
      .catch(() => undefined)
      .finally(() => worker.close());
  };
}
