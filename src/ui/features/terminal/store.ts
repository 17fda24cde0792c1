import { createStore, type StoreApi } from "zustand/vanilla";
import { tabMemory } from "../../platform/tab-memory.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { historyOf, step, withLine, type LineHistory } from "./model/line-history.ts";
import { Runner } from "./runner.ts";
import type { Terminal } from "./terminal-state.ts";

const historyKey = "terminal.history";
/** The setting that holds what is written in the input line. */
const lineKey = "terminal.line";
const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Lines are remembered by the tab alone; those of embeds and guests with their page. */
const remembers = ({ embed, visit, past }: Page): boolean =>
  embed === undefined && visit === undefined && past === undefined;

function firstHistory(page: Page): LineHistory {
  const lines = remembers(page) ? tabMemory.read(historyKey) : undefined;
  return historyOf(isTexts(lines) ? lines : []);
}

/** The terminal of a page, wherever it is shown. */
export const terminal = defineSlice<Terminal>((page) => {
  const store: StoreApi<Terminal> = createStore<Terminal>((set, get) => {
    const runner = new Runner(page, () => store);
    const remember = (text: string): void => {
      const history = withLine(get().history, text);
      set({ history });
      if (remembers(page)) tabMemory.write(historyKey, history.lines);
    };
    return {
      entries: [],
      text: page.memory.read(lineKey, isText) ?? "",
      history: firstHistory(page),
      namespace: "default",
      waiting: 0,
      trouble: "",
      prepare: () => void runner.shell(),
      setText: (text) => set({ text }),
      recall(by) {
        const next = step(get().history, by, get().text);
        if (next !== undefined) set(next);
        return next !== undefined;
      },
      async submit() {
        const { text } = get();
        if (text.trim() === "") return;
        if (text.trim() === "clear") {
          set({ text: "" });
          return get().clear();
        }
        const statements = (await runner.shell())?.statements(text);
        if (statements === undefined || get().text !== text) return;
        if (statements.at(-1)?.open === true) return set({ text: `${text}\n` });
        remember(text.trim());
        set({ text: "" });
        runner.enter(statements);
      },
      async run(text) {
        const shell = await runner.shell();
        if (shell === undefined) return;
        remember(text);
        runner.enter(shell.statements(text));
      },
      take: (text, runReads) => runner.take(text, runReads),
      stop: (id) => runner.stop(id),
      clear: () => set({ entries: get().entries.filter(({ code }) => code === undefined) }),
      complete: (line, cursor) => runner.complete(line, cursor),
    };
  });
  page.memory.onSave(() => page.memory.write(lineKey, store.getState().text));
  return store;
});
