import { useMemo } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Race, RaceMoment } from "../../../client/races.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { EmptyState } from "../../design/feedback.tsx";
import { linkTo } from "../../platform/address.ts";
import { copy } from "../../state/copy.ts";
import { usePage } from "../../state/page.ts";
import { formatRoute, type Route } from "../../state/route.ts";
import { useLineMarks } from "../../texts/use-line-marks.ts";
import { TextPane } from "../../workbench/text-pane.tsx";
import { ViewTabs, Workbench, WorkbenchBar } from "../../workbench/workbench.tsx";
import { raceAssist } from "./race-assist.ts";
import { Lanes } from "./lanes.tsx";
import { OutcomeTable } from "./outcome-table.tsx";
import type { RaceSource } from "./race-source.ts";
import { nameOfRace, raceDrafts } from "./race-store.ts";
import { readRaceText, type RaceText } from "./read-race-text.ts";
import { doneOf, replayOf, replayTo, type Replay } from "./replay.ts";
import { TestTab } from "./test-tab.tsx";
import { type Exploration, useExploration } from "./use-exploration.ts";
import { useReplayMoves } from "./use-replay-moves.ts";

const tabs = [
  { id: "race", label: "Race" },
  { id: "test", label: "Test" },
] as const;

/** The most steps that one click runs. */
const mostSteps = 100;

/** The lab of one race: its text, what its orders come to, and its steps in lanes. */
export function RaceBench({ from, route }: { readonly from: RaceSource; readonly route: Route }) {
  const text = raceDrafts.use((state) => state.drafts[from.place]?.text) ?? from.text;
  const edit = raceDrafts.use((state) => state.edit);
  const reading = useLatestAnswer(() => readRaceText(text), [text], 300);
  const race = useSteady(reading);
  const exploration = useExploration(race);
  const lines = useLineMarks(reading?.problems ?? []);
  const check = { kind: race === undefined ? "refused" : "accepted", problems: reading?.problems ?? [] } as const;
  const pane = (
    <TextPane
      label="Race"
      language="yaml"
      value={text}
      placeholder="actors: …"
      onValue={(next) => edit(from.place, { text: next })}
      assist={raceAssist}
      check={check}
      {...lines}
    />
  );
  return (
    <Workbench
      id="races"
      label="Race lab"
      bar={<RaceBar from={from} text={text} route={route} exploration={exploration} isRace={race !== undefined} />}
      text={pane}
      views={(inside) => (
        <section className="column fill" aria-label="What happens">
          <ViewTabs
            label="Views of the race"
            route={route}
            items={tabs}
            first="race"
            text={inside}
            problems={check.problems.length}
          >
            {(tab) =>
              tab === "test" ? (
                <TestTab race={race} exploration={exploration} />
              ) : race === undefined ? (
                <EmptyState icon="flag" title="No race yet">
                  The text is no race: see its problems.
                </EmptyState>
              ) : (
                <RaceTab race={race} route={route} exploration={exploration} />
              )
            }
          </ViewTabs>
        </section>
      )}
    >
      <About race={race} words={from.words} />
    </Workbench>
  );
}

/** Returns the same race as long as the text says the same. */
function useSteady(reading: RaceText | undefined): Race | undefined {
  const key = JSON.stringify(reading?.race);
  return useMemo(() => (key === undefined ? undefined : JSON.parse(key)), [key]);
}

function About({ race, words }: { readonly race: Race | undefined; readonly words: string | undefined }) {
  const about = race?.about;
  if (about === undefined && words === undefined) return null;
  return (
    <div className="kp-bench-words">
      {about === undefined ? null : <p>{about}</p>}
      {words === undefined ? null : (
        <p>
          <strong>Mended:</strong> {words}
        </p>
      )}
    </div>
  );
}

interface RaceBarProps {
  readonly from: RaceSource;
  readonly text: string;
  readonly route: Route;
  readonly exploration: Exploration;
  readonly isRace: boolean;
}

function RaceBar({ from, text, route, exploration, isRace }: RaceBarProps) {
  const page = usePage();
  const edit = raceDrafts.use((state) => state.edit);
  const forget = raceDrafts.use((state) => state.forget);
  const { order, at } = route.parameters;
  const share = (): void => {
    const parameters = { race: text, ...(order !== undefined && { order }), ...(at !== undefined && { at }) };
    void copy(page, linkTo(formatRoute({ parts: ["races", "new"], parameters })), "Link copied.");
  };
  const begin = async (): Promise<void> => {
    const { revision } = await page.inspect.stats();
    edit(from.place, { text: `revision: ${revision}\n${text.replace(/^revision:.*\n/m, "")}` });
  };
  return (
    <WorkbenchBar
      home={{ label: "Races", href: "#/races" }}
      title={nameOfRace(text) ?? from.title}
      status={inShort(exploration, isRace)}
      isError={!isRace}
    >
      {from.other === undefined ? null : (
        <LinkButton tone="plain" size="small" href={from.other.href} title={from.other.words}>
          {from.other.label}
        </LinkButton>
      )}
      {page.embed === undefined ? (
        <Button
          tone="plain"
          size="small"
          title="Each run goes on from a copy of this world at its present revision"
          onClick={() => void begin()}
        >
          Begin with this world
        </Button>
      ) : null}
      <Button tone="plain" size="small" icon="copy" onClick={share}>
        Copy link
      </Button>
      <Button tone="plain" size="small" onClick={() => forget(from.place)}>
        Start over
      </Button>
    </WorkbenchBar>
  );
}

function inShort({ report, trouble }: Exploration, isRace: boolean): string {
  if (!isRace) return "The text is no race.";
  if (trouble !== undefined) return "The race cannot be run.";
  if (report === undefined) return "Running the first orders…";
  const wrong = report.outcomes.filter(({ isHarm }) => isHarm).reduce((sum, { count }) => sum + count, 0);
  return wrong === 0
    ? `Nothing goes wrong in ${plural(report.ran, "order")}.`
    : `Something goes wrong in ${wrong} of ${plural(report.ran, "order")}.`;
}

/** Plays an order, and returns what happened in it; the moment before is kept until then. */
function useMoment(race: Race, order: readonly string[]): RaceMoment | undefined {
  const page = usePage();
  const key = order.join(".");
  return useLatestAnswer(
    () =>
      page.inspect.playRace(race, key === "" ? [] : key.split(".")).catch((error: unknown) => {
        page.toasts.add({ description: `This order cannot be played: ${messageOf(error)}` });
        return undefined;
      }),
    [page, race, key],
  );
}

interface RaceTabProps {
  readonly race: Race;
  readonly route: Route;
  readonly exploration: Exploration;
}

function RaceTab({ race, route, exploration }: RaceTabProps) {
  const page = usePage();
  const replay = replayOf(route, Object.keys(race.actors));
  const move = useReplayMoves(race);
  const latest = useMoment(race, doneOf(replay));
  const runToEnd = async (from: Replay, actor: string): Promise<Replay> => {
    let order = doneOf(from);
    for (let count = 0; count < mostSteps; count += 1) {
      const moment = await page.inspect.playRace(race, order);
      if (moment.next[actor] === undefined) break;
      order = [...order, actor];
    }
    return replayTo(order);
  };
  return (
    <div className="column fill scroll kp-race" tabIndex={0} role="region" aria-label="Outcomes and steps">
      <OutcomeTable
        exploration={exploration}
        shown={replay.order}
        onReplay={(order) => move(() => ({ order, at: 0 }))}
      />
      <Lanes
        race={race}
        replay={replay}
        moment={latest}
        onStep={(actor) => move((from) => replayTo([...doneOf(from), actor]))}
        onRunToEnd={(actor) => move((from) => runToEnd(from, actor))}
        onMove={(by) => move(({ order, at }) => ({ order, at: Math.min(Math.max(at + by, 0), order.length) }))}
        onAnew={() => move(() => replayTo([]))}
      />
    </div>
  );
}
