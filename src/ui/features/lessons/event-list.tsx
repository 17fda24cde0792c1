import { useState } from "react";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { CodeView } from "../../code/code-view.tsx";
import { useYaml } from "../../code/use-yaml.ts";
import { Badge, type Tone } from "../../design/feedback.tsx";
import type { SeenEvent } from "./watch-events.ts";

const tones: Readonly<Record<string, Tone>> = {
  ADDED: "added",
  MODIFIED: "modified",
  DELETED: "deleted",
  BOOKMARK: "bookmark",
  ERROR: "error",
};

/** The events of the watches of a step, as they come. */
export function EventList({ events, number }: { readonly events: readonly SeenEvent[]; readonly number: number }) {
  return (
    <ol className="kp-lesson-events" aria-label={`Events of the watch of step ${number}`}>
      {events.map((event, i) => (
        <EventItem key={i} event={event} />
      ))}
    </ol>
  );
}

function EventItem({ event: { type, object } }: { readonly event: SeenEvent }) {
  const [isOpen, setOpen] = useState(false);
  const metadata = isRecord(object["metadata"]) ? object["metadata"] : {};
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  return (
    <li>
      <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <Badge tone={tones[type] ?? "neutral"}>{type}</Badge>
          <span className="clip">{text(metadata["name"]) || text(object["message"]) || text(object["kind"])}</span>
          <span className="quiet mono small">{text(metadata["resourceVersion"])}</span>
        </summary>
        {isOpen ? <EventObject object={object} /> : null}
      </details>
    </li>
  );
}

function EventObject({ object }: { readonly object: SeenEvent["object"] }) {
  const yaml = useYaml(JSON.stringify(object));
  return yaml === undefined ? null : <CodeView label="The object of the event" language="yaml" text={yaml} />;
}
