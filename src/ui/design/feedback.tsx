import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "neutral" | "added" | "modified" | "deleted" | "bookmark" | "error" | "warning" | "info" | "accent";

/** A short label on a coloured background. */
export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="kp-badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** A sentence at the top of a view that says what it is for. */
export function Intro({ children }: { readonly children: ReactNode }) {
  return <p className="kp-intro quiet small">{children}</p>;
}

/** An inline message, displayed next to the content it concerns. */
export function Note({
  tone = "info",
  children,
}: {
  readonly tone?: "info" | "warning" | "error" | "added";
  readonly children: ReactNode;
}) {
  const icon: IconName = tone === "added" ? "check" : tone === "info" ? "info" : "warning";
  return (
    <div className="kp-note" data-tone={tone} role={tone === "error" ? "alert" : "status"}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

/** A placeholder for an empty view, with a hint on how to fill it. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="kp-empty">
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      <div className="quiet">{children}</div>
      {actions === undefined ? null : (
        <div className="row wrap" style={{ justifyContent: "center" }}>
          {actions}
        </div>
      )}
    </div>
  );
}

/**
 * Placeholder bars of about the size of the content being loaded. They are a progress bar without a value, not a live
 * region: what has loaded speaks for itself, and a region has one status at a time.
 */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div className="stack pad" role="progressbar" aria-label="loading">
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} className="kp-skeleton" style={{ width: `${88 - ((i * 37) % 50)}%` }} />
      ))}
    </div>
  );
}
