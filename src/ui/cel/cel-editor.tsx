import { useCallback, useEffect, useRef } from "react";
import type { CelIssue } from "../../client/cel.ts";
import type { CelSpan } from "../../component-base/cel-node.ts";
import { CodeEditor } from "../code/code-editor.tsx";
import type { EditorAttachment } from "../code/editor-props.ts";
import { IssueList } from "../code/issue-list.tsx";
import type { CelAssist } from "./cel-assist.ts";
import type { CelAttachment } from "./monaco-cel.ts";
import "./cel-parts.css";

export interface CelEditorProps {
  readonly value: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly issues: readonly CelIssue[];
  /** The range to highlight in the text. */
  readonly highlight: CelSpan | undefined;
  readonly assist: CelAssist;
  readonly onValue: (value: string) => void;
}

/**
 * A CEL expression editor with syntax highlighting. The large editor also offers completion, types on hover and
 * underlined errors. Issues are listed as text below.
 */
export function CelEditor(props: CelEditorProps) {
  const { value, label, placeholder, issues, highlight, onValue } = props;
  const latest = useRef(props);
  const attachment = useRef<CelAttachment | undefined>(undefined);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => attachment.current?.show({ issues, highlight }), [issues, highlight]);
  const attach = useCallback<EditorAttachment>((code) => {
    let ended = false;
    void import("./monaco-cel.ts").then(({ attachCel }) => {
      if (ended) return;
      attachment.current = attachCel(code, () => latest.current.assist);
      attachment.current.show(latest.current);
    });
    return () => {
      ended = true;
      attachment.current?.dispose();
      attachment.current = undefined;
    };
  }, []);
  return (
    <div className="column fill">
      <CodeEditor
        value={value}
        language="cel"
        label={label}
        placeholder={placeholder}
        wrong={issues}
        attach={attach}
        onValue={onValue}
      />
      <IssueList
        label="What is wrong with the expression"
        issues={issues.map(({ start, message }) => ({ place: placeOf(value, start), message }))}
      />
    </div>
  );
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
