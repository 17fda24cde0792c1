import { useEffect, useRef } from "react";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { Race } from "../../../client/races.ts";
import { usePage } from "../../state/page.ts";
import { navigate } from "../../state/route.ts";
import { replayAddress, replayOf, type Replay } from "./replay.ts";

/** Says where a replay goes on from. */
export type ReplayMove = (from: Replay) => Replay | Promise<Replay>;

/**
 * Returns what moves the replay that the address shows. Moves are made one after the other, each from where the last
 * one led, however long it took: a click does not undo what another one still runs. Those of a race that is no longer
 * shown, or whose text has changed since, are dropped.
 */
export function useReplayMoves(race: Race): (move: ReplayMove) => void {
  const page = usePage();
  const shown = useRef<Race | undefined>(race);
  const turn = useRef(Promise.resolve());
  useEffect(() => {
    shown.current = race;
    return () => void (shown.current = undefined);
  }, [race]);
  const make = async (move: ReplayMove): Promise<void> => {
    if (shown.current !== race) return;
    const next = await move(replayOf(page.route.getState(), Object.keys(race.actors)));
    if (shown.current === race) navigate(replayAddress(page.route.getState(), next), true);
  };
  return (move) => {
    turn.current = turn.current
      .then(() => make(move))
      .catch(
        (error: unknown) => void page.toasts.add({ description: `This order cannot be played: ${messageOf(error)}` }),
      );
  };
}
