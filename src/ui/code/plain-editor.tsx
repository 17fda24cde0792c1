import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { AssistedField } from "./assisted-field.tsx";
import type { EditorPlaceHolder } from "./editor-place.ts";
import type { EditorProps } from "./editor-props.ts";
import { tokensOf } from "./highlight.ts";

/** The text length above which the text is not highlighted. */
const colouredUpTo = 60_000;

interface Props extends EditorProps {
  /** Where the place is handed over; without it, no other editor takes this one's place. */
  readonly place?: EditorPlaceHolder;
}

/** Leaves the place to the editor that takes this one's. */
function usePlace(field: RefObject<HTMLTextAreaElement | null>, place: EditorPlaceHolder | undefined): void {
  useLayoutEffect(() => {
    const text = field.current;
    const view = text?.closest(".kp-plain");
    if (!text || !view || place === undefined) return;
    // Cleanups of layout effects run while the element is still in the document.
    return () => {
      place.current = {
        focused: document.activeElement === text,
        start: text.selectionStart,
        end: text.selectionEnd,
        backward: text.selectionDirection === "backward",
        top: view.scrollTop,
        left: view.scrollLeft,
      };
    };
  }, [field, place]);
}

/** A text field with syntax highlighting, for phones, and used until Monaco has loaded or if it cannot be loaded. */
export function PlainEditor({ wrong = [], place, ...props }: Props) {
  const { value, language } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  usePlace(field, place);
  const lines = useMemo(() => value.split("\n"), [value]);
  const starts = useMemo(() => startsOf(lines), [lines]);
  return (
    <div className="kp-plain">
      <div>
        <pre aria-hidden="true">
          {value.length > colouredUpTo
            ? value
            : lines.map((line, i) => (
                <Line key={i} line={line} from={starts[i] ?? 0} language={language} wrong={wrong} />
              ))}
        </pre>
        <AssistedField field={field} {...props} />
      </div>
    </div>
  );
}

/** Returns the offset of each line in the text. */
function startsOf(lines: readonly string[]): readonly number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function Line({
  line,
  from,
  language,
  wrong,
}: {
  readonly line: string;
  readonly from: number;
  readonly language: EditorProps["language"];
  readonly wrong: NonNullable<EditorProps["wrong"]>;
}) {
  const tokens = tokensOf(line, language);
  const ends = endsOf(tokens, from);
  return (
    <span>
      {tokens.map((token, i) => {
        const end = ends[i] ?? from;
        const isWrong = wrong.some((span) => span.start < end && span.end > end - token.text.length);
        return (
          <span
            key={i}
            className={token.kind === "" ? undefined : `kp-t-${token.kind}`}
            data-wrong={isWrong ? "" : undefined}
          >
            {token.text}
          </span>
        );
      })}
      {"\n"}
    </span>
  );
}

/** Returns the end offset of each token in the text. */
function endsOf(tokens: readonly { readonly text: string }[], from: number): readonly number[] {
  let at = from;
  return tokens.map(({ text }) => (at += text.length));
}
