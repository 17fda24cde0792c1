import type { Backend } from "../../apiserver/storage/backend/backend.ts";

/** Returns a backend with the objects of another one but for those under some keys. What is written to it is lost. */
export const withoutObjects = (backend: Backend, keys: ReadonlySet<string>): Backend => ({
  kind: backend.kind,
  persistent: false,
  reopens: false,
  transformed: backend.transformed,
  async load() {
    const state = await backend.load();
    return { ...state, objects: state.objects.filter(({ key }) => !keys.has(key)) };
  },
  history: () => backend.history(),
  append: async () => {},
  checkpoint: async () => {},
  usage: () => backend.usage(),
  close: () => backend.close(),
});
