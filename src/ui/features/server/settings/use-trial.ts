import type { Status } from "../../../../apimachinery/meta.ts";
import type { ChosenSettings, SettingsView } from "../../../../client/settings.ts";
import { sleep } from "../../../../component-base/sleep.ts";
import { useAnswer } from "../../../data/use-answer.ts";
import { usePage } from "../../../state/page.ts";
import { settingsKey } from "./settings-changes.ts";

/** The predicted state of a server with the edited settings. */
export interface Trial {
  readonly view: SettingsView | undefined;
  /** The server's error if the settings are invalid. */
  readonly refused: Status | undefined;
  /** The result refers to the previous settings. */
  readonly waiting: boolean;
}

const patienceMs = 250;

/** Validates edited settings after a pause. Sends no request while nothing is edited. */
export function useTrial(draft: ChosenSettings | undefined): Trial {
  const page = usePage();
  const { value, refused, waiting } = useAnswer(draft === undefined ? "" : settingsKey(draft), async (signal) => {
    await sleep(page.clock, draft === undefined ? 0 : patienceMs, signal);
    return draft === undefined || signal.aborted ? undefined : page.inspect.trySettings(draft);
  });
  return draft === undefined
    ? { view: undefined, refused: undefined, waiting: false }
    : { view: value, refused, waiting };
}
