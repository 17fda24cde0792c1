import { lazy, Suspense } from "react";
import type { Language } from "../data/yaml.ts";
import { Boundary } from "../design/boundary.tsx";
import { useNarrow } from "../platform/media.ts";
import { PlainEditor } from "./plain-editor.tsx";

export interface EditorProps {
  readonly value: string;
  readonly language: Language;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly onValue: (value: string) => void;
  /** Ctrl/Cmd+Enter. */
  readonly onSubmit?: (() => void) | undefined;
}

const Monaco = lazy(async () => ({ default: (await import("./monaco-editor.tsx")).MonacoEditor }));

/** Where JSON and YAML are written: Monaco once it has arrived, a plain coloured field before, on phones, and when it cannot come. */
export function CodeEditor(props: EditorProps) {
  const narrow = useNarrow();
  const plain = <PlainEditor {...props} />;
  return (
    <div className="kp-editor fill">
      {narrow ? plain : (
        <Boundary fallback={() => plain}>
          <Suspense fallback={plain}>
            <Monaco {...props} />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}
