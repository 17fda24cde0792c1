import { useMemo, type KeyboardEvent } from "react";
import type { EditorProps } from "./editor-props.ts";
import { tokensOf } from "./highlight.ts";

/** Beyond this only the text is drawn, without colours. */
const colouredUpTo = 60_000;

/** A text field with colours: for phones, and until (or instead of) the big editor. */
export function PlainEditor({ value, language, label, placeholder, autoFocus, onValue, onSubmit }: EditorProps) {
  const lines = useMemo(() => value.split("\n"), [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit?.();
    }
  };
  return (
    <div className="kp-plain">
      <div>
        <pre aria-hidden="true">
          {value.length > colouredUpTo ? value : lines.map((line, i) => (
            <span key={i}>
              {tokensOf(line, language).map((token, at) => <span key={at} className={token.kind === "" ? undefined : `kp-t-${token.kind}`}>{token.text}</span>)}
              {"\n"}
            </span>
          ))}
        </pre>
        <textarea aria-label={label} value={value} placeholder={placeholder} autoFocus={autoFocus} spellCheck={false} autoCapitalize="off" autoComplete="off" onChange={(event) => onValue(event.target.value)} onKeyDown={onKeyDown} />
      </div>
    </div>
  );
}
