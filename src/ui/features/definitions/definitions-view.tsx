import { definitionGallery } from "../../../scenarios/definitions/gallery.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { Skeleton } from "../../design/feedback.tsx";
import { asNew } from "../../kube/resource.ts";
import { usePage } from "../../state/page.ts";
import type { Route } from "../../state/route.ts";
import { HomeView } from "./home-view.tsx";
import { installed } from "./installed-store.ts";
import { textsOf } from "../../texts/texts.ts";
import { ownPlace } from "../../workbench/draft-names.ts";
import { NotThere } from "../../workbench/workbench.tsx";
import { DefinitionWorkbench } from "./workbench.tsx";
import "./definitions.css";

/**
 * The definition workbench. Addresses: `#/definitions`, `.../own`, `.../own/NUMBER`, `.../gallery/ID`,
 * `.../installed/NAME`, and `.../NAME` as a short form of the latter.
 */
export function DefinitionsView({ route }: { readonly route: Route }) {
  const [, where, name = ""] = route.parts;
  switch (where) {
    case "own": {
      const place = ownPlace(name);
      return <DefinitionWorkbench key={place} place={place} source="" route={route} />;
    }
    case "gallery":
      return <FromGallery id={name} route={route} />;
    case "installed":
      return <FromServer key={name} name={name} route={route} />;
    case undefined:
      return <HomeView />;
    default:
      return <FromServer key={where} name={where} route={route} />;
  }
}

function FromGallery({ id, route }: { readonly id: string; readonly route: Route }) {
  const lesson = definitionGallery.find((item) => item.id === id);
  if (lesson === undefined) return <Nothing title={`The gallery has no ${id}`} />;
  return (
    <DefinitionWorkbench key={id} place={`gallery/${id}`} source={lesson.definition} lesson={lesson} route={route} />
  );
}

function FromServer({ name, route }: { readonly name: string; readonly route: Route }) {
  const page = usePage();
  const state = installed.use((value) => value.state);
  const live = installed.use((value) => value.objects.get(name));
  const source = useLatestAnswer(() => live && textsOf(page).print(asNew(live)), [page, live]);
  if (source !== undefined) return <DefinitionWorkbench place={`installed/${name}`} source={source} route={route} />;
  return state === "loading" || live !== undefined ? (
    <Skeleton lines={12} />
  ) : (
    <Nothing title={`${name} is not installed`} />
  );
}

const Nothing = ({ title }: { readonly title: string }) => (
  <NotThere icon="definitions" title={title} home={{ label: "All definitions", href: "#/definitions" }}>
    Choose an installed definition, one from the gallery, or paste your own.
  </NotThere>
);
