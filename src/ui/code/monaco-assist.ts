import {
  editor,
  languages,
  MarkerSeverity,
  type IDisposable,
  type IMarkdownString,
  type IRange,
} from "monaco-editor/editor/editor.api";
import type { AssistItem, AssistMark, EditorAssist } from "../../assist/editor-assist.ts";

/** The assist of a Monaco editor, until `dispose`. */
export interface AssistAttachment extends IDisposable {
  show(marks: readonly AssistMark[]): void;
}

type Model = editor.ITextModel;

/**
 * The assist by editor model. Monaco registers providers per language for the whole page, so they look up the editor's
 * assist here.
 */
const assists = new WeakMap<Model, () => EditorAssist | undefined>();

function rangeOf(model: Model, { start, end }: { readonly start: number; readonly end: number }): IRange {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

const plain = (value: string): IMarkdownString => ({ value: value.replace(/[\\`*_{}[\]<>#|]/g, "\\$&") });

const suggestion = (item: AssistItem, i: number, range: IRange): languages.CompletionItem => ({
  label: item.label,
  kind: item.kind === "field" ? languages.CompletionItemKind.Field : languages.CompletionItemKind.EnumMember,
  detail: item.detail,
  documentation: plain(item.documentation),
  insertText: item.insert,
  insertTextRules: languages.CompletionItemInsertTextRule.KeepWhitespace,
  filterText: item.kind === "field" ? `${item.label} "${item.label}"` : item.label,
  sortText: String(i).padStart(4, "0"),
  range,
  ...(item.insert.endsWith(" ") && {
    command: { id: "editor.action.triggerSuggest", title: "Suggest values" },
  }),
});

const provided = new Set<string>();

const triggers = { json: ['"'], yaml: [" ", "."], go: ["+", ":", "="] };

/** Registers the completion and hover providers of a language, once. */
function provide(language: "json" | "yaml" | "go"): void {
  if (provided.has(language)) return;
  provided.add(language);
  // The assist of Go source is for Go alone, and does not look at the language.
  const written = language === "go" ? "yaml" : language;
  languages.registerCompletionItemProvider(language, {
    triggerCharacters: triggers[language],
    async provideCompletionItems(model, position) {
      const found = await assists.get(model)?.()?.complete(model.getValue(), written, model.getOffsetAt(position));
      const range = rangeOf(model, found ?? { start: 0, end: 0 });
      return { suggestions: (found?.items ?? []).map((item, i) => suggestion(item, i, range)) };
    },
  });
  languages.registerHoverProvider(language, {
    async provideHover(model, position) {
      const found = await assists.get(model)?.()?.hover(model.getValue(), written, model.getOffsetAt(position));
      if (found === undefined) return null;
      return { range: rangeOf(model, found), contents: [{ value: `**${found.title}**` }, ...found.words.map(plain)] };
    },
  });
}

const options: editor.IEditorOptions = {
  quickSuggestions: { other: true, comments: false, strings: true },
  suggestOnTriggerCharacters: true,
  // Enter inserts a line break if the word is already complete.
  acceptSuggestionOnEnter: "smart",
  suggest: { showIcons: false, preview: false },
  hover: { delay: 300 },
};

/**
 * Attaches completion, hover documentation and diagnostics to an editor. `assist` is called on each use, so that it may
 * change.
 */
export function attachAssist(
  code: editor.IStandaloneCodeEditor,
  assist: () => EditorAssist | undefined,
): AssistAttachment {
  provide("yaml");
  provide("json");
  provide("go");
  code.updateOptions(options);
  const model = code.getModel();
  if (model !== null) assists.set(model, assist);
  return {
    show(marks) {
      if (model === null || model.isDisposed()) return;
      const markers = marks.map((mark) => ({
        ...rangeOf(model, mark),
        message: mark.message,
        severity: MarkerSeverity.Error,
      }));
      editor.setModelMarkers(model, "schema", markers);
    },
    dispose() {
      if (model !== null) assists.delete(model);
    },
  };
}
