import type { FieldManager } from "../../client/managed-fields.ts";
import { formatMoment, plural } from "../data/words.ts";
import { useShownNow } from "../state/past.ts";
import { Swatch } from "./swatch.tsx";

/** The id used in place of a manager's id for fields without an owner. */
export const nobody = "nobody";

export interface LegendProps {
  readonly managers: readonly FieldManager[];
  readonly tones: ReadonlyMap<string, number>;
  /** The number of fields without an owner. */
  readonly unowned: number;
  /** The only owner whose fields are shown: a manager's id, or `nobody`. */
  readonly isolated: string | undefined;
  readonly onIsolate: (id: string | undefined) => void;
}

/**
 * The legend of managers with colour, pattern, operation, subresource and time. Selecting one shows only its fields.
 */
export function Legend({ managers, tones, unowned, isolated, onIsolate }: LegendProps) {
  const now = useShownNow(30_000);
  const toggle = (id: string) => onIsolate(isolated === id ? undefined : id);
  return (
    <div className="kp-own-legend" role="group" aria-label="Managers: press one to see only its fields">
      {managers.map((manager) => (
        <button
          key={manager.id}
          type="button"
          className="kp-button"
          data-size="small"
          aria-pressed={isolated === manager.id}
          title={manager.time}
          onClick={() => toggle(manager.id)}
        >
          <Swatch tone={tones.get(manager.id)} />
          <span>{manager.name === "" ? "(no name)" : manager.name}</span>
          <span className="quiet">{legendNotes(manager, now)}</span>
        </button>
      ))}
      <button
        type="button"
        className="kp-button"
        data-size="small"
        aria-pressed={isolated === nobody}
        onClick={() => toggle(nobody)}
      >
        <Swatch tone={undefined} />
        <span>nobody</span>
        <span className="quiet">{plural(unowned, "field")}</span>
      </button>
    </div>
  );
}

function legendNotes({ operation, subresource, time, owned }: FieldManager, now: number): string {
  const notes = [
    operation,
    subresource === "" ? "" : `on ${subresource}`,
    plural(owned.size, "field"),
    time === "" ? "" : formatMoment(Date.parse(time), now),
  ];
  return notes.filter((note) => note !== "").join(" · ");
}
