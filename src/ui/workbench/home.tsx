import type { ReactNode } from "react";
import type { Status } from "../../apimachinery/meta.ts";
import { StatusNote } from "../shared/status-note.tsx";
import "./home.css";

interface BenchHomeProps {
  readonly title: string;
  readonly words: ReactNode;
  /** The ways to begin with a text of one's own. */
  readonly actions: ReactNode;
  /** What came of such a way, before everything else. */
  readonly result?: ReactNode;
  readonly gallery: ReactNode;
  readonly children?: ReactNode;
}

/** The start of a workbench: a text of one's own, examples, and what the server has. */
export const BenchHome = ({ title, words, actions, result, gallery, children }: BenchHomeProps) => (
  <section className="fill scroll kp-home" aria-label={title} tabIndex={0}>
    <div className="kp-home-sheet">
      <header className="stack">
        <h2 className="kp-page-title">{title}</h2>
        <p className="quiet">{words}</p>
        <div className="row wrap">{actions}</div>
      </header>
      {result}
      {gallery}
      {children}
    </div>
  </section>
);

interface Card {
  readonly href: string;
  readonly title: ReactNode;
  readonly words: string;
  readonly small?: string;
  /** What stands beside the card's link. */
  readonly aside?: ReactNode;
}

/** The examples of a workbench. */
export function Gallery({ title, cards }: { readonly title: string; readonly cards: readonly Card[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="kp-home-grid kp-home-cards">
        {cards.map(({ href, title: name, words, small, aside }) => (
          <li key={href}>
            <a href={href}>
              {name}
              <span className="quiet">{words}</span>
              {small === undefined ? null : <span className="small quiet">{small}</span>}
            </a>
            {aside}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ServerListProps {
  readonly title: string;
  readonly rows: readonly { readonly href: string; readonly row: ReactNode }[];
  /** Why the server does not list them. */
  readonly trouble: Status | undefined;
  readonly children: ReactNode;
}

/** What the server has; `children` says what to do while it has nothing. */
export function ServerList({ title, rows, trouble, children }: ServerListProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {trouble === undefined ? null : <StatusNote status={trouble} />}
      {rows.length > 0 ? (
        <ul className="kp-home-rows">
          {rows.map(({ href, row }) => (
            <li key={href}>
              <a href={href}>{row}</a>
            </li>
          ))}
        </ul>
      ) : trouble === undefined ? (
        <p className="quiet">{children}</p>
      ) : null}
    </section>
  );
}
