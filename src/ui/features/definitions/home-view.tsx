import type { KubeObject } from "../../../apimachinery/meta.ts";
import { definitionGallery } from "../../../scenarios/definitions/gallery.ts";
import { plural } from "../../data/words.ts";
import { Button, LinkButton } from "../../design/button.tsx";
import { Badge } from "../../design/feedback.tsx";
import { usePage } from "../../state/page.ts";
import { DraftList } from "../../workbench/draft-list.tsx";
import { draftAddress, freePlace } from "../../workbench/draft-names.ts";
import { FileDrop } from "../../workbench/file-drop.tsx";
import { BenchHome, Gallery, ServerList } from "../../workbench/home.tsx";
import { useFileValidation, ValidateButton, ValidatedFilesList } from "../../workbench/validated-files.tsx";
import { drafts, textsOf } from "./draft-store.ts";
import { openFile, openText } from "./bench-actions.ts";
import { installed, isEstablished } from "./installed-store.ts";
import { readDefinition } from "./model/written-definition.ts";

const words =
  "A CustomResourceDefinition adds a kind to the server. Write one here: the server checks it while you type, and " +
  "stores nothing until you install it.";

const cards = definitionGallery.map(({ id, title, words: about, fixtures, steps }) => ({
  href: `#/definitions/gallery/${id}?tab=lesson`,
  title: <strong>{title}</strong>,
  words: about,
  small: `${plural(fixtures.length, "fixture")}, a lesson in ${plural(steps.length, "step")}`,
}));

/** The start view, which lists the sources of definitions: the user's draft, the gallery and the server. */
export function HomeView() {
  const page = usePage();
  const objects = installed.use((state) => state.objects);
  const trouble = installed.use((state) => state.trouble);
  const texts = textsOf(drafts.use((state) => state.drafts));
  const forget = drafts.use((state) => state.forget);
  const validation = useFileValidation((file) => void openText(page, file));
  const actions = (
    <>
      <LinkButton tone="primary" icon="edit" href={draftAddress("#/definitions", freePlace(texts))}>
        Write or paste a definition
      </LinkButton>
      <Button icon="upload" onClick={() => void openFile(page)}>
        Open a file
      </Button>
      <ValidateButton validation={validation} />
      <span className="quiet small">or drop one here to open it, several to validate them</span>
    </>
  );
  return (
    <FileDrop words="Drop a file to open it, several to validate them" onFiles={validation.validate}>
      <BenchHome
        title="Definitions"
        words={words}
        actions={actions}
        result={<ValidatedFilesList validation={validation} />}
        gallery={<Gallery title="Gallery" cards={cards} />}
      >
        <DraftList home="#/definitions" texts={texts} onDelete={forget} />
        <ServerList title="Installed" rows={[...objects.values()].map(rowOf)} trouble={trouble}>
          None yet. Install one from the gallery, or your own.
        </ServerList>
      </BenchHome>
    </FileDrop>
  );
}

function rowOf(object: KubeObject) {
  const name = object.metadata.name ?? "";
  const definition = readDefinition({ ...object, kind: "CustomResourceDefinition" });
  return {
    href: `#/definitions/installed/${encodeURIComponent(name)}`,
    row: (
      <>
        <strong>{definition?.kind ?? name}</strong>
        <span className="quiet clip">{name}</span>
        <span className="quiet small">{definition?.versions.map((version) => version.name).join(", ")}</span>
        {isEstablished(object) ? <Badge tone="added">served</Badge> : <Badge tone="warning">not served</Badge>}
      </>
    ),
  };
}
