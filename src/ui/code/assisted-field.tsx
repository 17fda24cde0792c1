import type { KeyboardEvent, RefObject } from "react";
import type { EditorProps } from "./editor-props.ts";
import { FieldAssist, useFieldAssist } from "./field-assist.tsx";

type Props = Omit<EditorProps, "attach" | "wrong"> & { readonly field: RefObject<HTMLTextAreaElement | null> };

/** The text field of an editor, with completion and documentation. Ctrl/Cmd+Enter submits. */
export function AssistedField({
  field,
  value,
  language,
  label,
  placeholder,
  autoFocus,
  assist,
  onValue,
  onSubmit,
}: Props) {
  const help = { field, language, assist };
  const state = useFieldAssist(help);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (state.onKeyDown(event)) return;
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <>
      <textarea
        ref={field}
        aria-label={label}
        value={value}
        placeholder={placeholder}
        autoFocus={autoFocus}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => {
          onValue(event.target.value);
          state.complete(event.target.value, event.target.selectionEnd, false);
        }}
        onKeyDown={onKeyDown}
        onBlur={state.close}
      />
      <FieldAssist state={state} {...help} />
    </>
  );
}
