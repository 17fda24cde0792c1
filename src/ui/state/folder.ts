import { createStore } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { Files } from "../../kubectl/session.ts";
import { filesOver, freeName, normalPath, type Folder } from "../data/virtual-files.ts";
import { exampleFiles } from "./example-files.ts";
import { defineSlice, type Page } from "./page.ts";

/** A text that a command has handed to the editor: `kubectl edit`. */
export interface Editing {
  readonly text: string;
  /** Ends the command's wait; undefined stands for an editor that is left without saving. */
  readonly done: (text: string | undefined) => void;
}

export interface FolderStore {
  readonly files: Folder;
  /** The path of the file that is shown. */
  readonly shown: string | undefined;
  readonly editing: Editing | undefined;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly show: (path: string) => void;
  readonly write: (path: string, text: string) => void;
  /** Adds a file under a free name, and shows it. */
  readonly add: (path: string, text: string) => void;
  readonly rename: (path: string, to: string) => void;
  readonly remove: (path: string) => void;
  readonly setEditing: (text: string) => void;
  /** Lets the user change a text, until it is saved, given up, or no longer waited for. */
  readonly edit: (text: string, signal: AbortSignal) => Promise<string>;
}

/** The setting that holds the files. */
export const filesKey = "terminal.files";

const isFolder = (value: unknown): value is Folder =>
  isRecord(value) && Object.values(value).every((text) => typeof text === "string");

/** The files that commands read with `-f`. They are kept in the browser, and in an embed as long as it runs. */
export const folder = defineSlice<FolderStore>((page) => {
  const files = page.memory.read(filesKey, isFolder) ?? page.embed?.files ?? exampleFiles;
  const store = createStore<FolderStore>((set, get) => ({
    files,
    shown: Object.keys(files)[0],
    editing: undefined,
    open: page.embed === undefined || page.embed.files !== undefined,
    setOpen: (open) => set({ open }),
    show: (shown) => set({ shown, open: true }),
    write: (path, text) => set({ files: { ...get().files, [path]: text }, shown: get().shown ?? path }),
    add(path, text) {
      const name = freeName(get().files, normalPath(path) ?? "manifest.yaml");
      set({ files: { ...get().files, [name]: text }, shown: name, open: true });
    },
    rename(path, to) {
      const { [path]: text, ...others } = get().files;
      const wanted = normalPath(to);
      if (text === undefined || wanted === undefined || wanted === path) return;
      const name = freeName(others, wanted);
      set({ files: { ...others, [name]: text }, shown: name });
    },
    remove(path) {
      const { [path]: _removed, ...others } = get().files;
      set({ files: others, shown: Object.keys(others)[0] });
    },
    setEditing: (text) => set((state) => (state.editing === undefined ? {} : { editing: { ...state.editing, text } })),
    edit(text, signal) {
      get().editing?.done(undefined);
      return new Promise((resolve) => {
        const done = (changed: string | undefined): void => {
          if (get().editing?.done === done) set({ editing: undefined });
          resolve(changed ?? text);
        };
        signal.addEventListener("abort", () => done(undefined), { once: true });
        set({ editing: { text, done }, open: true });
      });
    },
  }));
  keep(page, store.subscribe, () => store.getState().files);
  return store;
});

/** The folder of a page as commands read and write it. */
export function filesOf(page: Page): Files {
  const store = folder.of(page);
  return filesOver(
    () => store.getState().files,
    (path, text) => store.getState().write(path, text),
    (path) => store.getState().remove(path),
  );
}

/** Writes the files when they have changed, and some time later if they change all the time. */
function keep(page: Page, subscribe: (listener: () => void) => void, files: () => Folder): void {
  let [kept, waiting] = [files(), false];
  const write = (): void => {
    waiting = false;
    if (files() === kept) return;
    kept = files();
    page.memory.write(filesKey, kept);
  };
  page.memory.onSave(write);
  subscribe(() => {
    if (waiting || files() === kept) return;
    waiting = true;
    page.clock.after(500, write);
  });
}
