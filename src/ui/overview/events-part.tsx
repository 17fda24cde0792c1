import { useMemo } from "react";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { eventsOf, type EventView } from "../../diagnosis/event-view.ts";
import { addressOf } from "../kube/resource.ts";
import { formatCount } from "../data/words.ts";
import { Moment } from "./moment.tsx";
import { Part } from "./part.tsx";
import { StateMark } from "./state-mark.tsx";
import { eventSource } from "./sources-of.ts";
import { useSources, type Followed } from "./use-sources.ts";

/** How many owned objects are asked for their events: those that are worst. */
const mostOwned = 8;
const mostShown = 30;

interface ShownEvent extends EventView {
  readonly about: KubeObject;
}

const eventsAbout = (objects: readonly KubeObject[], found: ReadonlyMap<string, Followed>): readonly ShownEvent[] =>
  objects
    .flatMap((about) =>
      eventsOf(found.get(eventSource(about).target)?.objects ?? [], about).map((event) => ({ ...event, about })),
    )
    .toSorted((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0));

/** The events about an object and about what it owns, the latest first. */
export function EventsPart({
  object,
  owned,
  now,
}: {
  readonly object: KubeObject;
  readonly owned: readonly KubeObject[];
  readonly now: number;
}) {
  const objects = useMemo(() => [object, ...owned.slice(0, mostOwned)], [object, owned]);
  const found = useSources(useMemo(() => objects.map(eventSource), [objects]));
  const events = eventsAbout(objects, found);
  const isListed = found.get(eventSource(object).target)?.isListed === true;
  if (events.length === 0 && !isListed) return null;
  const more = events.length - mostShown;
  return (
    <Part title="Events" note={events.length === 0 ? "" : formatCount(events.length)}>
      {events.length === 0 ? (
        <p className="quiet small">
          No events about it{owned.length === 0 ? "" : " or what it owns"}. Events are deleted after an hour.
        </p>
      ) : (
        <ol className="kp-events">
          {events.slice(0, mostShown).map((event) => (
            <EventLine
              key={`${event.about.metadata.uid ?? ""} ${event.name}`}
              event={event}
              object={object}
              now={now}
            />
          ))}
        </ol>
      )}
      {more > 0 ? <p className="quiet small">And {formatCount(more)} earlier ones.</p> : null}
    </Part>
  );
}

interface EventLineProps {
  readonly event: ShownEvent;
  readonly object: KubeObject;
  readonly now: number;
}

function EventLine({ event: { about, name, type, reason, message, count, last }, object, now }: EventLineProps) {
  const { namespace } = about.metadata;
  const address = addressOf({
    group: "",
    version: "v1",
    resource: "events",
    namespace: namespace ?? "default",
    name,
  });
  return (
    <li data-level={type === "Warning" ? "warning" : "ok"}>
      <p className="row wrap">
        {type === "Warning" ? (
          <StateMark state={reason} level="warning" />
        ) : (
          <strong className="kp-event-reason">{reason}</strong>
        )}
        <Moment at={last} now={now} />
        {count > 1 ? <span className="quiet small">{formatCount(count)} times</span> : null}
        {about === object || about.metadata.uid === object.metadata.uid ? null : (
          <span className="quiet small clip">
            {about.kind} {about.metadata.name}
          </span>
        )}
      </p>
      <p className="small">
        <a href={address} className="kp-event-message">
          {message === "" ? "no message" : message}
        </a>
      </p>
    </li>
  );
}
