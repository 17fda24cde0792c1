import { editor, languages, MarkerSeverity, type IDisposable, type IRange } from "monaco-editor/editor/editor.api";
import type { CelCompletionItem, CelIssue } from "../../client/cel.ts";
import type { CelSpan } from "../../component-base/cel-node.ts";
import type { CelAssist } from "./cel-assist.ts";

/** The marks displayed in the editor. */
export interface CelMarks {
  readonly issues: readonly CelIssue[];
  readonly highlight: CelSpan | undefined;
}

/** CEL support attached to one editor, until `dispose` is called. */
export interface CelAttachment extends IDisposable {
  show(marks: CelMarks): void;
}

type Model = editor.ITextModel;

const assists = new WeakMap<Model, () => CelAssist>();

function rangeOf(model: Model, { start, end }: CelSpan): IRange {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}

const kinds: Readonly<Record<CelCompletionItem["kind"], languages.CompletionItemKind>> = {
  field: languages.CompletionItemKind.Field,
  function: languages.CompletionItemKind.Function,
  macro: languages.CompletionItemKind.Method,
  variable: languages.CompletionItemKind.Variable,
  type: languages.CompletionItemKind.Class,
  keyword: languages.CompletionItemKind.Keyword,
};

const suggestion = (item: CelCompletionItem, i: number, range: IRange): languages.CompletionItem => ({
  label: item.label,
  kind: kinds[item.kind],
  detail: item.detail,
  ...(item.documentation === undefined ? {} : { documentation: item.documentation }),
  insertText: item.insert,
  insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
  sortText: String(i).padStart(4, "0"),
  range,
});

let provided = false;

/** Registers completion and hover for all CEL editors, once. */
function provide(): void {
  if (provided) return;
  provided = true;
  languages.registerCompletionItemProvider("cel", {
    triggerCharacters: ["."],
    async provideCompletionItems(model, position) {
      const found = await assists.get(model)?.().complete(model.getValue(), model.getOffsetAt(position));
      return {
        suggestions: (found?.items ?? []).map((item, i) =>
          suggestion(item, i, rangeOf(model, found ?? { start: 0, end: 0 })),
        ),
      };
    },
  });
  languages.registerHoverProvider("cel", {
    async provideHover(model, position) {
      const found = await assists.get(model)?.().hover(model.getValue(), model.getOffsetAt(position));
      if (found === undefined) return null;
      return {
        range: rangeOf(model, found),
        contents: [
          { value: `\`\`\`cel\n${found.code.join("\n")}\n\`\`\`` },
          ...found.words.map((value) => ({ value })),
        ],
      };
    },
  });
}

const options: editor.IEditorOptions = {
  quickSuggestions: { other: true, comments: false, strings: false },
  suggestOnTriggerCharacters: true,
  acceptSuggestionOnEnter: "on",
  wordWrap: "on",
  folding: false,
  suggest: { showIcons: false, preview: false },
  hover: { delay: 300 },
};

/** Adds completion, hover and markers to an editor. `assist` is called for each request, so its result may change. */
export function attachCel(code: editor.IStandaloneCodeEditor, assist: () => CelAssist): CelAttachment {
  provide();
  code.updateOptions(options);
  const model = code.getModel();
  if (model !== null) assists.set(model, assist);
  const highlighted = code.createDecorationsCollection();
  return {
    show({ issues, highlight }) {
      if (model === null) return;
      editor.setModelMarkers(
        model,
        "cel",
        issues.map((issue) => ({ ...rangeOf(model, issue), message: issue.message, severity: MarkerSeverity.Error })),
      );
      highlighted.set(
        highlight === undefined
          ? []
          : [{ range: rangeOf(model, highlight), options: { inlineClassName: "kp-cel-selected" } }],
      );
    },
    dispose() {
      highlighted.clear();
      if (model !== null) assists.delete(model);
    },
  };
}
