import { wrap } from "comlink";
import { createStore } from "zustand/vanilla";
import { startModuleWorker } from "../../worker/start-worker.ts";
import { defineSlice, type Page } from "../state/page.ts";
import { createTextCalls, type TextCalls } from "./text-calls.ts";

const slice = defineSlice<{ readonly calls: TextCalls }>((page) =>
  createStore(() => ({ calls: page.embed === undefined ? callsInWorker() : createTextCalls() })),
);

function callsInWorker(): TextCalls {
  const remote = wrap<TextCalls>(
    startModuleWorker(
      (Worker) => new Worker(new URL("text-worker.ts", import.meta.url), { type: "module", name: "texts" }),
    ),
  );
  return {
    read: (owner, text) => remote.read(owner, text),
    lines: (owner, document, places) => remote.lines(owner, document, places),
    parse: (texts) => remote.parse(texts),
    print: (value) => remote.print(value),
    layOut: (text, language) => remote.layOut(text, language),
    listSize: (text) => remote.listSize(text),
  };
}

/**
 * Returns the YAML parser and printer. It runs in a worker, and in an embed in the page's own thread: the embeds of a
 * page have one worker in all.
 */
export const textsOf = (page: Page): TextCalls => slice.of(page).getState().calls;
