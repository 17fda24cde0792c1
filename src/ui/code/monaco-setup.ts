import "monaco-editor/features/codeEditor/register";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/cursorUndo/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/hover/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/placeholderText/register";
import "monaco-editor/features/smartSelect/register";
import "monaco-editor/features/snippet/register";
import "monaco-editor/features/suggest/register";
import "monaco-editor/features/toggleTabFocusMode/register";
import "monaco-editor/features/wordOperations/register";
import { editor, languages } from "monaco-editor/editor/editor.api";
import "monaco-editor/editor/contrib/suggest/browser/suggestController";
import { macroPattern } from "./cel-tokens.ts";
import { goKeywords, goTag } from "./go-tokens.ts";
import { javascriptKeywords } from "./javascript-tokens.ts";
import { startModuleWorker } from "../../worker/start-worker.ts";
import { followTheme } from "../platform/theme.ts";

// Monarch tries each expression at one place of a line, and leaves lines of more than 20,000 characters plain.
/* oxlint-disable kubepad/linear-expressions */
const jsonGrammar: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, "type"],
      [/"(?:[^"\\]|\\.)*"?/, "string"],
      [/-?\d+(\.\d+)?([eE][+-]?\d+)?/, "number"],
      [/\b(true|false|null)\b/, "keyword"],
    ],
  },
};

const yamlGrammar: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/#.*$/, "comment"],
      [
        /^(\s*(?:- +)*)("[^"]*"|'[^']*'|[^\s#"'{[][^#:]*(?::[^\s#:][^#:]*)*)(:)(?=\s|$)/,
        ["white", "type", "delimiter"],
      ],
      [/("[^"]*"|'[^']*'|[^\s#:{}[\],]+)(:)(?=\s|$)/, ["type", "delimiter"]],
      [/"(?:[^"\\]|\\.)*"|'[^']*'/, "string"],
      [/-?\b\d+(\.\d+)?\b(?=\s*($|[,\]}#]))/, "number"],
      [/\b(true|false|null)\b(?=\s*($|[,\]}#]))/, "keyword"],
      [/- (?=\S)|[-{}[\],|>]/, "delimiter"],
      [/[^\s#{}[\],]+/, "string"],
    ],
  },
};

const celGrammar: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/\/\/.*$/, "comment"],
      [/[bB]?[rR]("[^"]*"?|'[^']*'?)/, "string"],
      [/[bB]?("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/, "string"],
      [/\b(0x[0-9a-fA-F]+|\d+(\.\d+)?([eE][+-]?\d+)?)u?\b/, "number"],
      [/\b(true|false|null|in)\b/, "keyword"],
      [new RegExp(String.raw`\b(?:${macroPattern})(?=\s*\()`), "keyword"],
      [/[A-Za-z_]\w*(?=\s*\()/, "type"],
      [/[A-Za-z_]\w*/, "identifier"],
      [/[-+*/%!<>=&|?:.,()[\]{}]/, "delimiter"],
    ],
  },
};

const javascriptGrammar: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/\/\/.*$/, "comment"],
      [/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?/, "string"],
      [/\b\d[\w.]*/, "number"],
      [new RegExp(String.raw`\b(?:${javascriptKeywords})\b`), "keyword"],
      [/[A-Za-z_$][\w$]*/, "identifier"],
      [/[-+*/%!<>=&|?:.,;()[\]{}]/, "delimiter"],
    ],
  },
};

const goGrammar: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [new RegExp(String.raw`(//\s*)(${goTag})(.*)$`), ["comment", "keyword", "string"]],
      [/\/\/.*$/, "comment"],
      [/"(?:[^"\\]|\\.)*"?|`[^`]*`?/, "string"],
      [/\b\d[\w.]*/, "number"],
      [new RegExp(String.raw`\b(?:${goKeywords})\b`), "keyword"],
      [/[A-Za-z_]\w*/, "identifier"],
      [/[-+*/%!<>=&|.,;:()[\]{}]/, "delimiter"],
    ],
  },
};

/* oxlint-enable kubepad/linear-expressions */

const brackets: languages.LanguageConfiguration = {
  brackets: [
    ["{", "}"],
    ["[", "]"],
  ],
  autoClosingPairs: [
    { open: "{", close: "}" },
    { open: "[", close: "]" },
    { open: '"', close: '"' },
  ],
};

const celBrackets: languages.LanguageConfiguration = {
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
  autoClosingPairs: [
    { open: "{", close: "}" },
    { open: "[", close: "]" },
    { open: "(", close: ")" },
    { open: '"', close: '"' },
    { open: "'", close: "'" },
  ],
  comments: { lineComment: "//" },
};

/**
 * Returns a colour token with six digits, since the editor does not support the short form to which the build minifies.
 */
function token(name: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  return value.length === 4 ? `#${Array.from(value.slice(1), (digit) => digit + digit).join("")}` : value;
}

/** Defines the editor theme from the page's current colour tokens. */
function applyTheme(): void {
  const rule = (name: string, colour: string) => ({ token: name, foreground: token(colour).slice(1) });
  editor.defineTheme("kubepad", {
    base: getComputedStyle(document.documentElement).colorScheme === "dark" ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      rule("type", "code-key"),
      rule("string", "code-string"),
      rule("string.yaml", "code-string"),
      rule("string.json", "code-string"),
      rule("number", "code-number"),
      rule("keyword", "code-keyword"),
      rule("comment", "code-quiet"),
      rule("delimiter", "code-quiet"),
    ],
    colors: {
      "editor.background": token("neutral-1"),
      "editor.foreground": token("neutral-12"),
      "editorLineNumber.foreground": token("neutral-10"),
      "editorLineNumber.dimmedForeground": token("neutral-10"),
      "editorLineNumber.activeForeground": token("neutral-12"),
      "editorGutter.background": token("neutral-1"),
      "editor.lineHighlightBackground": token("neutral-2"),
      "editor.lineHighlightBorder": token("neutral-2"),
      "editorCursor.foreground": token("neutral-12"),
      focusBorder: token("focus"),
      "editorError.foreground": token("error"),
      "editorSuggestWidget.background": token("neutral-1"),
      "editorSuggestWidget.border": token("neutral-6"),
      "editorSuggestWidget.foreground": token("neutral-12"),
      "editorSuggestWidget.selectedBackground": token("accent-soft"),
      "editorSuggestWidget.selectedForeground": token("neutral-12"),
      "editorSuggestWidget.highlightForeground": token("accent-text"),
      "editorSuggestWidget.focusHighlightForeground": token("accent-text"),
      "editorHoverWidget.background": token("neutral-1"),
      "editorHoverWidget.border": token("neutral-6"),
      "editorHoverWidget.foreground": token("neutral-12"),
    },
  });
  editor.setTheme("kubepad");
}

let ready = false;

const startEditorWorker = (): Worker =>
  startModuleWorker(
    (Worker) => new Worker(new URL("editor-worker.ts", import.meta.url), { type: "module", name: "editor" }),
  );

/** Sets up languages, worker and theme, once. */
export function setUpMonaco(): typeof editor {
  if (ready) return editor;
  ready = true;
  Object.assign(globalThis, { MonacoEnvironment: { getWorker: startEditorWorker } });
  languages.register({ id: "json" });
  languages.register({ id: "yaml" });
  languages.setMonarchTokensProvider("json", jsonGrammar);
  languages.setMonarchTokensProvider("yaml", yamlGrammar);
  languages.register({ id: "cel" });
  languages.setMonarchTokensProvider("cel", celGrammar);
  languages.setLanguageConfiguration("cel", celBrackets);
  languages.register({ id: "javascript" });
  languages.setMonarchTokensProvider("javascript", javascriptGrammar);
  languages.setLanguageConfiguration("javascript", celBrackets);
  languages.register({ id: "go" });
  languages.setMonarchTokensProvider("go", goGrammar);
  languages.setLanguageConfiguration("go", { ...celBrackets, comments: { lineComment: "//" } });
  languages.setLanguageConfiguration("json", brackets);
  languages.setLanguageConfiguration("yaml", { ...brackets, comments: { lineComment: "#" } });
  applyTheme();
  followTheme(applyTheme);
  return editor;
}
