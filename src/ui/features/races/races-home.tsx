import { racePresets } from "../../../scenarios/races/race-presets.ts";
import { LinkButton } from "../../design/button.tsx";
import { DraftList } from "../../workbench/draft-list.tsx";
import { draftAddress, freePlace } from "../../workbench/draft-names.ts";
import { BenchHome, Gallery } from "../../workbench/home.tsx";
import { nameOfRace, raceDrafts } from "./race-store.ts";

const words = (
  <>
    Two to four actors send requests or run kubectl, and the server goes on step by step: read, admission, compare and
    swap, commit, event. Step them yourself, or have all orders run, and see what they come to. Each run has a server in
    memory of its own, without controllers and with a clock that stands still; your world is not touched.
  </>
);

const cards = racePresets.map(({ id, title, words: what, mending }) => ({
  href: `#/races/example/${id}?tab=race`,
  title: <strong>{title}</strong>,
  words: what,
  aside: (
    <a className="small kp-home-aside" href={`#/races/mended/${id}?tab=race`} title={mending.words}>
      {title}: mended
    </a>
  ),
}));

/** The start: a race of one's own, drafts, and races to begin with. */
export function RacesHome() {
  const drafts = raceDrafts.use((state) => state.drafts);
  const forget = raceDrafts.use((state) => state.forget);
  const texts = Object.fromEntries(Object.entries(drafts).map(([place, { text }]) => [place, text]));
  const write = (
    <>
      <LinkButton tone="primary" icon="edit" href={draftAddress("#/races", freePlace(drafts))}>
        Write a race
      </LinkButton>
      <LinkButton tone="plain" icon="book" href="#/lessons/updates">
        Lesson: lost updates
      </LinkButton>
    </>
  );
  return (
    <BenchHome
      title="Races"
      words={words}
      actions={write}
      gallery={<Gallery title="Races to begin with" cards={cards} />}
    >
      <DraftList home="#/races" texts={texts} nameIn={nameOfRace} onDelete={forget} />
    </BenchHome>
  );
}
