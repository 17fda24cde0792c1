import type { KubeObject } from "../../../apimachinery/meta.ts";
import { definitionGallery } from "../../../scenarios/definitions/gallery.ts";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { usePage } from "../../state/page.ts";
import { openFile } from "./bench-actions.ts";
import { DropZone } from "./drop-zone.tsx";
import { StatusNote } from "../../shared/status-note.tsx";
import { installed, isEstablished } from "./installed-store.ts";
import { readDefinition } from "./model/written-definition.ts";
import "../../design/home.css";

/** The start view, which lists the sources of definitions: the user's draft, the gallery and the server. */
export function HomeView() {
  const page = usePage();
  return (
    <DropZone>
      <section className="fill scroll kp-home" aria-label="Definitions" tabIndex={0}>
        <div className="kp-home-sheet">
          <header className="stack">
            <h2 className="kp-page-title">Definitions</h2>
            <p className="quiet">
              A CustomResourceDefinition adds a kind to the server. Write one here: the server checks it while you type,
              and stores nothing until you install it.
            </p>
            <div className="row wrap">
              <LinkButton tone="primary" icon="edit" href="#/definitions/own">
                Write or paste a definition
              </LinkButton>
              <Button icon="upload" onClick={() => void openFile(page)}>
                Open a file
              </Button>
              <span className="quiet small">or drop one here</span>
            </div>
          </header>
          <section aria-labelledby="kp-gallery">
            <h2 id="kp-gallery">Gallery</h2>
            <ul className="kp-home-grid kp-home-cards">
              {definitionGallery.map((lesson) => (
                <li key={lesson.id}>
                  <a href={`#/definitions/gallery/${lesson.id}?tab=lesson`}>
                    <strong>{lesson.title}</strong>
                    <span className="quiet">{lesson.words}</span>
                    <span className="small quiet">
                      {plural(lesson.fixtures.length, "fixture")}, a lesson in {plural(lesson.steps.length, "step")}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <InstalledList />
        </div>
      </section>
    </DropZone>
  );
}

function InstalledList() {
  const objects = installed.use((state) => state.objects);
  const trouble = installed.use((state) => state.trouble);
  return (
    <section aria-labelledby="kp-installed">
      <h2 id="kp-installed">Installed</h2>
      {trouble === undefined ? null : <StatusNote status={trouble} />}
      {trouble !== undefined ? null : objects.size === 0 ? (
        <p className="quiet">None yet. Install one from the gallery, or your own.</p>
      ) : (
        <ul className="kp-home-rows">
          {[...objects.values()].map((object) => (
            <li key={object.metadata.name}>
              <InstalledOne object={object} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function InstalledOne({ object }: { readonly object: KubeObject }) {
  const name = object.metadata.name ?? "";
  const definition = readDefinition({ ...object, kind: "CustomResourceDefinition" });
  return (
    <a href={`#/definitions/installed/${encodeURIComponent(name)}`}>
      <strong>{definition?.kind ?? name}</strong>
      <span className="quiet clip">{name}</span>
      <span className="quiet small">{definition?.versions.map((version) => version.name).join(", ")}</span>
      {isEstablished(object) ? <Badge tone="added">served</Badge> : <Badge tone="warning">not served</Badge>}
    </a>
  );
}
