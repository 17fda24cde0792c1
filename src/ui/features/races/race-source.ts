import { mendedText, racePresets } from "../../../scenarios/races/race-presets.ts";
import { ownPlace } from "../../workbench/draft-names.ts";

/** Where the lab begins. */
export interface RaceSource {
  /** The name under which changes are kept. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
  /** What mends it, in a mended race. */
  readonly words?: string;
  /** The same race, mended or not. */
  readonly other?: { readonly label: string; readonly href: string; readonly words: string };
}

/** Returns the race of an address: one of one's own, or one to begin with; undefined if there is none. */
export const raceSource = (where: string | undefined, id = ""): RaceSource | undefined =>
  where === "own" ? ownRace(id) : presetRace(where, id);

function ownRace(id: string): RaceSource {
  const [first] = racePresets;
  return { place: ownPlace(id), title: "A race of your own", text: first?.text ?? "" };
}

function presetRace(where: string | undefined, id: string): RaceSource | undefined {
  const preset = racePresets.find((one) => one.id === id);
  if (preset === undefined || (where !== "example" && where !== "mended")) return undefined;
  const { title, text, mending } = preset;
  return where === "example"
    ? {
        place: `example/${id}`,
        title,
        text,
        other: { label: "Mended", href: `#/races/mended/${id}`, words: mending.words },
      }
    : {
        place: `mended/${id}`,
        title: `${title}: mended`,
        text: mendedText(preset),
        words: mending.words,
        other: { label: "Not mended", href: `#/races/example/${id}`, words: preset.words },
      };
}
