import type { ReactNode } from "react";
import { LinkButton } from "./button.tsx";
import "./workbench.css";

interface WorkbenchBarProps {
  /** The way back to where workbenches begin; undefined where it cannot be left, as in an embed. */
  readonly home: { readonly label: string; readonly href: string } | undefined;
  /** The name of what is written. */
  readonly title: string;
  /** Its state in a sentence. */
  readonly status: string;
  /** Whether the sentence is about an error. */
  readonly isError?: boolean;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** The head of a workbench. Where it is narrow, the state has a line of its own. */
export function WorkbenchBar({ home, title, status, isError = false, children }: WorkbenchBarProps) {
  return (
    <div className="kp-bench-head">
      <div className="kp-toolbar kp-bench-bar">
        {home === undefined ? null : (
          <LinkButton tone="plain" size="small" icon="left" href={home.href}>
            {home.label}
          </LinkButton>
        )}
        <h2 className="clip" title={title}>
          {title}
        </h2>
        <p className="quiet grow clip" role="status" data-tone={isError ? "error" : undefined} title={status}>
          {status}
        </p>
        {children}
      </div>
    </div>
  );
}
