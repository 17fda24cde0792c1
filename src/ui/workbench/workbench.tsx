import { type ReactNode } from "react";
import { Button, LinkButton } from "../design/button.tsx";
import { EmptyState } from "../design/feedback.tsx";
import type { IconName } from "../design/icon.tsx";
import { Panes } from "../design/panes.tsx";
import { Tabs, type TabItem } from "../design/tabs.tsx";
import { useNarrow } from "../platform/media.ts";
import { usePage } from "../state/page.ts";
import { navigate, withParameters, type Route } from "../state/route.ts";
import "./workbench.css";

interface WorkbenchProps {
  /** The name under which the sizes of the panes are kept. */
  readonly id: string;
  readonly label: string;
  readonly bar: ReactNode;
  /** What stands between the bar and the panes. */
  readonly children?: ReactNode;
  readonly text: ReactNode;
  /** Draws the views, with the text among them if there is no room beside them. */
  readonly views: (text: ReactNode) => ReactNode;
}

/** A workbench: its bar, and a text beside the views of what it means. */
export function Workbench({ id, label, bar, children, text, views }: WorkbenchProps) {
  const narrow = useNarrow();
  return (
    <section className="column fill kp-bench" aria-label={label}>
      {bar}
      {children}
      {narrow ? (
        views(text)
      ) : (
        <Panes
          id={id}
          panes={[
            { id: "text", size: 42, min: 260, content: text },
            { id: "views", size: 58, min: 360, content: views(undefined) },
          ]}
        />
      )}
    </section>
  );
}

interface WorkbenchBarProps {
  /** The way back to where workbenches begin. An embed does not show it. */
  readonly home: { readonly label: string; readonly href: string };
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
  const { embed } = usePage();
  return (
    <div className="kp-bench-head">
      <div className="kp-toolbar kp-bench-bar">
        {embed === undefined ? (
          <LinkButton tone="plain" size="small" icon="left" href={home.href}>
            {home.label}
          </LinkButton>
        ) : null}
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

interface ViewTabsProps<Id extends string> {
  readonly label?: string;
  readonly route: Route;
  readonly items: readonly TabItem<Id>[];
  /** The view that an address without one shows. */
  readonly first: Id;
  /** The text as the first of the views, if there is no room beside them. */
  readonly text?: ReactNode;
  /** The number of problems in the text. */
  readonly problems?: number;
  readonly end?: ReactNode;
  readonly children: (tab: Id) => ReactNode;
}

/** The views of a workbench; the address says which one is shown. */
export function ViewTabs<Id extends string>(props: ViewTabsProps<Id>) {
  const { label = "View", route, items, first, text, problems = 0, end, children } = props;
  const ofText = { id: "text", label: "Text", ...(problems > 0 && { count: problems }) } as const;
  const isText = text !== undefined;
  const wanted = route.parameters["tab"];
  const tab = items.find(({ id }) => id === wanted)?.id ?? (isText ? "text" : first);
  return (
    <div className="column fill">
      <Tabs<Id | "text">
        label={label}
        items={isText ? [ofText, ...items] : items}
        value={tab}
        onValue={(next) => navigate(withParameters(route, { tab: next }), true)}
        end={end}
      />
      {tab === "text" ? text : children(tab)}
    </div>
  );
}

interface NotThereProps {
  readonly icon: IconName;
  readonly title: string;
  readonly home: { readonly label: string; readonly href: string };
  readonly children: ReactNode;
}

/** What the address of a workbench shows that does not exist. */
export const NotThere = ({ icon, title, home, children }: NotThereProps) => (
  <EmptyState icon={icon} title={title} actions={<Button onClick={() => navigate(home.href)}>{home.label}</Button>}>
    {children}
  </EmptyState>
);
