import type { Status } from "../../../../apimachinery/meta.ts";
import type { ChosenSettings, SettingsView } from "../../../../client/settings.ts";
import { pause } from "../../../data/follow.ts";
import { useAnswer } from "../../../data/use-answer.ts";
import { usePage } from "../../../state/page.ts";
import { settingsKey } from "./settings-changes.ts";

/** What a server with the settings that are being written would be. */
export interface Trial {
  readonly view: SettingsView | undefined;
  /** The server's own words on why there can be none. */
  readonly refused: Status | undefined;
  /** They are of the settings before. */
  readonly waiting: boolean;
}

const patienceMs = 250;

/** Tries settings a moment after they last changed; nothing is tried while nothing is changed. */
export function useTrial(draft: ChosenSettings | undefined): Trial {
  const page = usePage();
  const { value, refused, waiting } = useAnswer(draft === undefined ? "" : settingsKey(draft), async (signal) => {
    await pause(page.clock, draft === undefined ? 0 : patienceMs, signal);
    return draft === undefined || signal.aborted ? undefined : page.inspect.trySettings(draft);
  });
  return draft === undefined
    ? { view: undefined, refused: undefined, waiting: false }
    : { view: value, refused, waiting };
}
