import { useMemo } from "react";
import type { Recording } from "../../../recorder/recording.ts";
import { CodeView } from "../../code/code-view.tsx";
import { Button } from "../../design/button.tsx";
import { Note } from "../../design/feedback.tsx";
import { Check, Select } from "../../design/field.tsx";
import { saveText } from "../../platform/files.ts";
import { copy } from "../../state/copy.ts";
import { draft, template } from "../../state/lesson-draft.ts";
import { usePage, type Page } from "../../state/page.ts";
import { formatRoute, navigate } from "../../state/route.ts";
import { fileName, formats, write, type FormatId, type FormatOptions } from "./formats.ts";
import { recordedPage } from "./recorder.ts";

interface FormatPaneProps {
  readonly recording: Recording;
  readonly format: FormatId;
  readonly options: FormatOptions;
  readonly hasSecrets: boolean;
  readonly onOptions: (options: FormatOptions) => void;
  readonly onChange: (part: Partial<Recording>) => void;
}

/** A recording in a format, to copy and to download. */
export function FormatPane({ recording, format: id, options, hasSecrets, onOptions, onChange }: FormatPaneProps) {
  const page = recordedPage(usePage());
  const { text } = useMemo(() => write(page, recording, id, options), [page, recording, id, options]);
  const format = formats.find((each) => each.id === id);
  if (format === undefined) return null;
  const { label, words, language } = format;
  return (
    <section className="column fill" aria-label={label}>
      <div className="kp-toolbar wrap">
        <Button size="small" icon="copy" onClick={() => void copy(page, text, `${label} copied.`)}>
          Copy
        </Button>
        <Button size="small" icon="download" onClick={() => saveText(fileName(recording, format), text)}>
          Download
        </Button>
        {id === "lesson" ? (
          <Button size="small" icon="edit" onClick={() => editLesson(page, recording.id, text)}>
            Edit in the author view
          </Button>
        ) : null}
        {id === "shell" ? (
          <Select
            aria-label="Requests are sent with"
            options={[
              ["kubectl", "kubectl"],
              ["curl", "curl"],
            ]}
            value={options.tool}
            onValue={(to) => onOptions({ ...options, tool: to === "curl" ? "curl" : "kubectl" })}
          />
        ) : null}
        {hasSecrets ? (
          <Check
            label="Write out the values of Secrets"
            checked={options.showsSecrets}
            onChecked={(showsSecrets) => onOptions({ ...options, showsSecrets })}
          />
        ) : null}
      </div>
      <p className="kp-intro quiet small">{words}</p>
      {recording.lesson !== undefined && (id === "lesson" || id === "embed") ? (
        <Note>
          You have edited this lesson: changes of the steps do not reach it.{" "}
          <button type="button" className="kp-link" onClick={() => onChange({ lesson: undefined })}>
            Write it from the steps again
          </button>
        </Note>
      ) : null}
      <CodeView text={text} language={language} label={`${label} of the recording`} folded={[]} />
    </section>
  );
}

/** Opens the lesson in the author view, from which it can be kept in the recording. */
function editLesson(page: Page, id: string, text: string): void {
  const { text: before, write: put } = draft.of(page.guests.own).getState();
  put(text);
  navigate(formatRoute({ parts: ["lessons", "write"], parameters: { recording: id } }));
  if (before === template || before === text) return;
  page.toasts.add({
    description: "The lesson has taken the place of your draft.",
    actionProps: { children: "Put the draft back", onClick: () => put(before) },
  });
}
