import { wrap } from "comlink";
import { createStore } from "zustand/vanilla";
import { startModuleWorker } from "../../../worker/start-worker.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import type { TextCalls } from "./text-calls.ts";

const slice = defineSlice<{ readonly calls: TextCalls }>(() =>
  createStore(() => {
    const remote = wrap<TextCalls>(
      startModuleWorker(
        (Worker) => new Worker(new URL("text-worker.ts", import.meta.url), { type: "module", name: "texts" }),
      ),
    );
    const calls: TextCalls = {
      read: (owner, text) => remote.read(owner, text),
      lines: (owner, document, places) => remote.lines(owner, document, places),
      parse: (texts) => remote.parse(texts),
      print: (value) => remote.print(value),
    };
    return { calls };
  }),
);

/** Returns the YAML parser and printer, which runs in a worker. */
export const textsOf = (page: Page): TextCalls => slice.of(page).getState().calls;
