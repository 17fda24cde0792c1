import { codeType } from "../platform/presenting.ts";
import { useEffect, useLayoutEffect, useRef } from "react";
import { KeyCode, KeyMod, Selection, type editor } from "monaco-editor/editor/editor.api";
import type { AssistMark } from "../../assist/editor-assist.ts";
import type { EditorPlace, EditorPlaceHolder } from "./editor-place.ts";
import type { EditorProps } from "./editor-props.ts";
import { attachAssist, type AssistAttachment } from "./monaco-assist.ts";
import { setUpMonaco } from "./monaco-setup.ts";

const options: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
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
  /** Tab moves the focus, as everywhere on the page; Ctrl+] indents. */
  tabFocusMode: true,
};

export interface MonacoEditorProps extends EditorProps {
  readonly marks: readonly AssistMark[];
  readonly place: EditorPlaceHolder;
}

/** Goes on where another editor of the same text was. */
function takePlace(code: editor.IStandaloneCodeEditor, place: EditorPlace): void {
  const model = code.getModel();
  if (model === null) return;
  const [start, end] = [model.getPositionAt(place.start), model.getPositionAt(place.end)];
  code.setSelection(place.backward ? Selection.fromPositions(end, start) : Selection.fromPositions(start, end));
  code.setScrollPosition({ scrollTop: place.top, scrollLeft: place.left });
  if (place.focused) code.focus();
}

/** The Monaco editor. Its text follows `value`, and every change is reported. */
export function MonacoEditor(props: MonacoEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const made = useRef<editor.IStandaloneCodeEditor | undefined>(undefined);
  const assisted = useRef<AssistAttachment | undefined>(undefined);
  const latest = useRef(props);
  /**
   * Texts reported to the owner that have not been returned as `value` yet. The page may render them late, when there
   * are newer ones.
   */
  const told = useRef<string[]>([]);
  const following = useRef(false);
  useEffect(() => {
    latest.current = props;
  });
  // A layout effect: no key is lost between the end of the editor before and this one.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const { value, language, label, placeholder, autoFocus, place } = latest.current;
    const type = codeType();
    const code = setUpMonaco().create(host.current, {
      ...options,
      fontSize: type.size,
      lineHeight: type.line,
      value,
      language,
      ariaLabel: label,
      ...(placeholder === undefined ? {} : { placeholder }),
    });
    made.current = code;
    const { current } = place;
    place.current = undefined;
    if (current !== undefined) takePlace(code, current);
    else if (autoFocus === true) code.focus();
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
      assisted.current?.dispose();
      assisted.current = undefined;
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
  const helped = props.assist !== undefined;
  useEffect(() => {
    if (helped && made.current !== undefined)
      assisted.current ??= attachAssist(made.current, () => latest.current.assist);
    assisted.current?.show(props.marks);
  }, [helped, props.marks]);
  useEffect(() => {
    const model = made.current?.getModel();
    if (model) setUpMonaco().setModelLanguage(model, props.language);
  }, [props.language]);
  return <div className="kp-monaco" ref={host} />;
}
