import { useEffect } from "react";
import { Skeleton } from "../../design/feedback.tsx";
import { usePage } from "../../state/page.ts";
import { navigate, type Route } from "../../state/route.ts";
import { draftAddress, freePlace } from "../../workbench/draft-names.ts";
import { NotThere } from "../../workbench/workbench.tsx";
import { RaceBench } from "./race-bench.tsx";
import { raceSource } from "./race-source.ts";
import { raceDrafts } from "./race-store.ts";
import { RacesHome } from "./races-home.tsx";
import "./races.css";

const home = { label: "All races", href: "#/races" };

/**
 * The race lab. Addresses: `#/races`, `.../own`, `.../own/NUMBER`, `.../example/ID`, `.../mended/ID`, and
 * `.../new?race=TEXT`, which makes a draft of the text. `order` and `at` say which steps are done.
 */
export function RacesView({ route }: { readonly route: Route }) {
  const [, where, id = ""] = route.parts;
  if (where === undefined) return <RacesHome />;
  if (where === "new") return <FromLink route={route} />;
  const from = raceSource(where, id);
  if (from === undefined)
    return (
      <NotThere icon="flag" title={`There is no race ${id}`} home={home}>
        Choose a race to begin with, or write one.
      </NotThere>
    );
  return <RaceBench key={from.place} from={from} route={route} />;
}

/** Puts the race of a link among the drafts, and shows it there. */
function FromLink({ route }: { readonly route: Route }) {
  const page = usePage();
  const { race: text, ...parameters } = route.parameters;
  useEffect(() => {
    const { drafts, edit } = raceDrafts.of(page).getState();
    const known = Object.entries(drafts).find(([, draft]) => draft.text === text)?.[0];
    const place = known ?? freePlace(drafts);
    if (known === undefined && text !== undefined) edit(place, { text });
    const query = new URLSearchParams(parameters).toString();
    navigate(`${draftAddress("#/races", place)}${query === "" ? "" : `?${query}`}`, true);
  }, [page, text]); // oxlint-disable-line react-hooks/exhaustive-deps -- once for each text
  return <Skeleton lines={10} />;
}
