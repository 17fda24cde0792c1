import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import { onSettingChange, readSetting, writeSetting } from "../platform/storage.ts";
import { defineSlice, type Page } from "../state/page.ts";
import { createFunctionWorker } from "./function-worker.ts";
import { functionsSetting } from "./functions-setting.ts";

/** The conversion function of one CustomResourceDefinition. */
export interface KeptFunction {
  /** The current source. */
  readonly source: string;
  /** The source that is registered in place of the webhook; undefined if none is. */
  readonly registered?: string;
}

type Kept = Readonly<Record<string, KeptFunction>>;

export interface ConversionFunctions {
  /** The functions by name of the CustomResourceDefinition. */
  readonly kept: Kept;
  readonly edit: (definition: string, source: string) => void;
  /** Registers the current source in place of the webhook. */
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
 * The conversion functions written on this page. They are persisted, and the registered ones replace their webhooks in
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

/** Keeps the server's registrations in sync with the store. */
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
  registered.catch(() => undefined); // the page is closing
  return () => {
    void registered
      .then((takeAway) => takeAway())
      .catch(() => undefined)
      .finally(() => worker.close());
  };
}
