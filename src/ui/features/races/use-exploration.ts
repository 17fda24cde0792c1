import { useEffect, useState } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Race, RaceReport } from "../../../client/races.ts";
import { usePage } from "../../state/page.ts";

/** How many orders are run without being asked for. */
const atFirst = 200;

/** How long one call takes: short enough that other requests and steps come between. */
const portionMs = 120;

/** The orders of a race as they are run. */
export interface Exploration {
  readonly report: RaceReport | undefined;
  readonly isRunning: boolean;
  /** Whether there are orders that were not run, and nothing runs them. */
  readonly canGoOn: boolean;
  /** Why the race cannot be run. */
  readonly trouble: string | undefined;
  readonly stop: () => void;
  readonly goOn: () => void;
}

interface State {
  readonly race: Race | undefined;
  readonly report?: RaceReport;
  readonly trouble?: string;
  /** After how many orders it stops by itself. */
  readonly until: number;
  readonly isStopped: boolean;
}

const beginning = (race: Race | undefined): State => ({ race, until: atFirst, isStopped: false });

/** Runs the orders of a race in portions, the first ones at once. */
export function useExploration(race: Race | undefined): Exploration {
  const { inspect } = usePage();
  const [state, setState] = useState(() => beginning(race));
  const current = state.race === race ? state : beginning(race);
  const { report, trouble, until, isStopped } = current;
  const isOver = trouble !== undefined || report?.isComplete === true || report?.isCut === true;
  const isRunning = race !== undefined && !isOver && !isStopped && (report?.ran ?? 0) < until;
  useEffect(() => {
    if (!isRunning) return undefined;
    let isCurrent = true;
    const set = (change: Partial<State>): void => {
      if (isCurrent) setState({ ...current, ...change });
    };
    inspect.exploreRace(race, portionMs).then(
      (next) => set({ report: next }),
      (error: unknown) => set({ trouble: messageOf(error) }),
    );
    return () => void (isCurrent = false);
  }, [inspect, race, isRunning, report]); // oxlint-disable-line react-hooks/exhaustive-deps -- each report asks for the next
  return {
    report,
    isRunning,
    canGoOn: race !== undefined && !isOver && !isRunning,
    trouble,
    stop: () => setState({ ...current, isStopped: true }),
    goOn: () => setState({ ...current, isStopped: false, until: Infinity }),
  };
}
