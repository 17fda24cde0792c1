import { useId, type ReactNode } from "react";

/** A part of an Overview with its title. */
export function Part({
  title,
  note = "",
  end,
  children,
}: {
  readonly title: string;
  /** What the title leaves open, such as how many there are. */
  readonly note?: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="kp-part" aria-labelledby={id}>
      <div className="row">
        <h3 id={id}>{title}</h3>
        {note === "" ? null : <span className="quiet small">{note}</span>}
        {end === undefined ? null : <span className="kp-part-end">{end}</span>}
      </div>
      {children}
    </section>
  );
}
