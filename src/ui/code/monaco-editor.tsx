import { useEffect, useRef } from "react";
import { KeyCode, KeyMod, type editor } from "monaco-editor/editor/editor.api";
import type { EditorProps } from "./editor-props.ts";
import { setUpMonaco } from "./monaco-setup.ts";

const options: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  fontSize: 12,
  lineHeight: 18,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
  scrollBeyondLastLine: false,
  renderLineHighlightOnlyWhenFocus: true,
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: false,
  lineNumbersMinChars: 3,
  overviewRulerLanes: 0,
  padding: { top: 8, bottom: 8 },
  wordBasedSuggestions: "off",
  quickSuggestions: false,
  fixedOverflowWidgets: true,
  accessibilitySupport: "auto",
  /** Tab leads on, as everywhere on the page; Ctrl+] indents. */
  tabFocusMode: true,
};

/** The big editor. Its text follows `value`, and tells of every change. */
export function MonacoEditor(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const made = useRef<editor.IStandaloneCodeEditor | undefined>(undefined);
  const latest = useRef(props);
  /**
   * Texts told to the owner that have not come back as `value`: the page may draw them late, when there are newer ones.
   */
  const told = useRef<string[]>([]);
  const following = useRef(false);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (host.current === null) return;
    const { value, language, label, placeholder, autoFocus } = latest.current;
    const code = setUpMonaco().create(host.current, {
      ...options,
      value,
      language,
      ariaLabel: label,
      ...(placeholder === undefined ? {} : { placeholder }),
    });
    made.current = code;
    if (autoFocus === true) code.focus();
    const listening = code.onDidChangeModelContent(() => {
      if (following.current) return;
      const text = code.getValue();
      told.current.push(text);
      latest.current.onValue(text);
    });
    const detach = latest.current.attach?.(code);
    code.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => latest.current.onSubmit?.());
    return () => {
      detach?.();
      listening.dispose();
      code.getModel()?.dispose();
      code.dispose();
      made.current = undefined;
    };
  }, []);
  useEffect(() => {
    const echo = told.current.indexOf(props.value);
    told.current.splice(0, echo < 0 ? told.current.length : echo + 1);
    const code = made.current;
    if (code === undefined || echo >= 0 || code.getValue() === props.value) return;
    following.current = true;
    code.setValue(props.value);
    following.current = false;
  }, [props.value]);
  useEffect(() => {
    const model = made.current?.getModel();
    if (model) setUpMonaco().setModelLanguage(model, props.language);
  }, [props.language]);
  return <div className="kp-monaco" ref={host} />;
}
