import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "neutral" | "added" | "modified" | "deleted" | "bookmark" | "error" | "warning" | "info" | "accent";

/** A word in a coloured box. */
export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="kp-badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** A message that stays with what it is about. */
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

/** What a place shows when there is nothing yet, and how to change that. */
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

/** Bars of the size of what is being loaded. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div className="stack pad" role="status" aria-label="loading">
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} className="kp-skeleton" style={{ width: `${88 - ((i * 37) % 50)}%` }} />
      ))}
    </div>
  );
}
