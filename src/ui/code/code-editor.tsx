import { lazy, Suspense, useRef } from "react";
import { Boundary } from "../design/boundary.tsx";
import { useNarrow } from "../platform/media.ts";
import type { EditorPlace } from "./editor-place.ts";
import type { EditorProps } from "./editor-props.ts";
import { IssueList } from "./issue-list.tsx";
import { useMarks } from "./use-marks.ts";
import { PlainEditor } from "./plain-editor.tsx";

const Monaco = lazy(async () => ({ default: (await import("./monaco-editor.tsx")).MonacoEditor }));

/**
 * The editor for JSON and YAML. Uses Monaco once it has loaded, and a plain highlighted text field before that, on
 * narrow screens, and if Monaco cannot be loaded. Monaco goes on where the plain one was: with its focus,
 * its selection and what was in sight.
 */
export function CodeEditor(given: EditorProps) {
  const narrow = useNarrow();
  const marks = useMarks(given.assist, given.value, given.language);
  const place = useRef<EditorPlace | undefined>(undefined);
  const props = { ...given, wrong: given.wrong ?? marks, marks, place };
  const plain = <PlainEditor {...props} />;
  return (
    <div className="kp-editor fill">
      {narrow ? (
        plain
      ) : (
        <Boundary fallback={() => plain}>
          <Suspense fallback={plain}>
            <Monaco {...props} />
          </Suspense>
        </Boundary>
      )}
      <IssueList
        label={`Problems in ${given.label}`}
        issues={marks.map(({ line, message }) => ({ place: String(line + 1), message }))}
      />
    </div>
  );
}
