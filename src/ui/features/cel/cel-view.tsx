import { useEffect } from "react";
import { Intro } from "../../design/feedback.tsx";
import { Panes } from "../../design/panes.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { useNarrow } from "../../platform/media.ts";
import { usePage, type Page } from "../../state/page.ts";
import { navigate, type Route } from "../../state/route.ts";
import { labExamples } from "./examples.ts";
import { ExpressionPane } from "./expression-pane.tsx";
import { InputsPane } from "./inputs-pane.tsx";
import { LabToolbar } from "./lab-toolbar.tsx";
import { ResultBar } from "./result-bar.tsx";
import { ResultView, resultTabs, type ResultTab } from "./result-view.tsx";
import { unpackLab } from "../../cel/share-lab.ts";
import { lab } from "./store.ts";
import "./cel.css";

const tabOf = (route: Route): ResultTab => resultTabs.find(({ id }) => id === route.parts[1])?.id ?? "cost";

/**
 * The CEL lab. Addresses: `#/cel/cost`, `#/cel/why`, `#/cel/fixtures`, and on narrow screens `#/cel/rule` and
 * `#/cel/inputs`. `?example=ID` and `?lab=TEXT` load a state.
 */
export function CelView({ route }: { readonly route: Route }) {
  const narrow = useNarrow();
  const { embed } = usePage();
  const reads = useAddress(route);
  const tab = tabOf(route);
  if (embed !== undefined) return <EmbeddedLab tab={tab} reads={reads} />;
  return narrow ? <NarrowLab route={route} reads={reads} /> : <WideLab tab={tab} reads={reads} />;
}

const goTo = (tab: NarrowTab): void => navigate(`#/cel/${tab}`, true);

interface LabProps {
  readonly tab: ResultTab;
  /** Whether a link is being read, whose state takes the place of the one that is shown. */
  readonly reads: boolean;
}

/** What the lab is for. */
function LabIntro() {
  return (
    <Intro>Try a rule on values: what it comes to, which part decides that, and how much of its budget it costs.</Intro>
  );
}

function WideLab({ tab, reads }: LabProps) {
  return (
    <div className="column fill kp-lab" inert={reads}>
      <LabToolbar />
      <LabIntro />
      <Panes
        id="cel"
        panes={[
          {
            id: "rule",
            size: 44,
            min: 320,
            content: (
              <Panes
                id="cel.rule"
                direction="vertical"
                panes={[
                  { id: "expression", size: 36, min: 90, content: <ExpressionPane /> },
                  { id: "inputs", size: 64, min: 120, content: <InputsPane /> },
                ]}
              />
            ),
          },
          {
            id: "result",
            size: 56,
            min: 340,
            content: (
              <section className="column fill" aria-label="Result">
                <ResultBar />
                <Tabs label="Views of the result" items={resultTabs} value={tab} onValue={goTo} />
                <ResultView tab={tab} />
              </section>
            ),
          },
        ]}
      />
    </div>
  );
}

/** The rule, its inputs and the result below each other. */
function EmbeddedLab({ tab, reads }: LabProps) {
  return (
    <div className="column kp-lab" inert={reads}>
      <ExpressionPane />
      <InputsPane />
      <section className="column" aria-label="Result">
        <ResultBar />
        <Tabs label="Views of the result" items={resultTabs} value={tab} onValue={goTo} />
        <ResultView tab={tab} />
      </section>
    </div>
  );
}

const narrowTabs = [{ id: "rule", label: "Rule" }, { id: "inputs", label: "Inputs" }, ...resultTabs] as const;

type NarrowTab = (typeof narrowTabs)[number]["id"];

function NarrowLab({ route, reads }: { readonly route: Route } & Pick<LabProps, "reads">) {
  const shown = narrowTabs.find(({ id }) => id === route.parts[1])?.id ?? "rule";
  return (
    <div className="column fill kp-lab" inert={reads}>
      <LabToolbar />
      <LabIntro />
      <section className="column fill" aria-label="Result">
        <ResultBar />
        <Tabs label="Parts of the lab" items={narrowTabs} value={shown} onValue={goTo} />
        {shown === "rule" ? <ExpressionPane /> : shown === "inputs" ? <InputsPane /> : <ResultView tab={shown} />}
      </section>
    </div>
  );
}

/** Loads what the address names; returns whether that is a link which is still being read. */
function useAddress({ parts: [, tab = "cost"], parameters }: Route): boolean {
  const page = usePage();
  const links = lab.use((all) => all.links);
  const { example, lab: packed, from } = parameters;
  useEffect(() => {
    if (example === undefined && packed === undefined) return;
    navigate(`#/cel/${tab}`, true);
    if (example !== undefined) loadExample(page, example);
    else if (packed !== undefined) void loadShared(page, packed, from);
  }, [page, tab, example, packed, from]);
  return packed !== undefined || links > 0;
}

function loadExample(page: Page, id: string): void {
  const found = labExamples.find((item) => item.id === id);
  if (found !== undefined) lab.of(page).getState().load(found.lab);
}

async function loadShared(page: Page, packed: string, from: string | undefined): Promise<void> {
  const store = lab.of(page);
  store.setState(({ links }) => ({ links: links + 1 }));
  try {
    const state = await unpackLab(packed);
    if (state === undefined) page.toasts.add({ description: "The link cannot be read. It may be incomplete." });
    else store.getState().load(state, isOrigin(from) ? from : undefined);
  } finally {
    store.setState(({ links }) => ({ links: links - 1 }));
  }
}

/** Whether the lab may lead back to an address: a definition or a policy. */
const isOrigin = (address: string | undefined): address is string =>
  address !== undefined && (address.startsWith("#/definitions") || address.startsWith("#/policies"));
