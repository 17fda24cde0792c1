import type { MouseEvent, ReactNode } from "react";
import { useStore } from "zustand";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { Button } from "../../design/button.tsx";
import { EmptyState, Skeleton } from "../../design/feedback.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { PageProvider, usePage, type Page } from "../../state/page.ts";
import { navigate, withParameters, type Route } from "../../state/route.ts";
import type { LessonSession } from "./lesson-session.ts";
import { collectVersions } from "../../../share/collect-versions.ts";
import { writeKubepadFile } from "../../../share/kubepad-file.ts";
import { keepWorld } from "../../platform/kept-worlds.ts";
import { copyChoices } from "./lesson-world.ts";
import type { SideView } from "./side-views.ts";

/** The views of a lesson's server beside the lesson. */
export function LessonSide({
  session,
  route,
  views,
  shown,
}: {
  readonly session: LessonSession;
  readonly route: Route;
  readonly views: readonly SideView[];
  readonly shown: SideView;
}) {
  const page = usePage();
  return (
    <aside className="column fill kp-lesson-side" aria-label="The lesson’s server">
      <Tabs
        label="Views of the lesson’s server"
        items={views}
        value={shown.id}
        onValue={(id) => navigate(withParameters(route, { beside: id }), true)}
        end={
          page.embed === undefined ? (
            <Button
              size="small"
              tone="plain"
              icon="external"
              title="Opens a copy of this world in all views of Kubepad. The lesson goes on as it is."
              onClick={() => void openCopy(page, session, "#/objects")}
            >
              Explore a copy
            </Button>
          ) : undefined
        }
      />
      <SideContent session={session} route={route} shown={shown} />
    </aside>
  );
}

/** A view of the lesson's server. Its links lead to a copy of the world, since the page around is another one's. */
export function SideContent({
  session,
  route,
  shown: { id, View },
}: {
  readonly session: LessonSession;
  readonly route: Route;
  readonly shown: SideView;
}): ReactNode {
  const page = usePage();
  const world = useStore(session.state, (state) => state.world);
  const phase = useStore(session.state, (state) => state.phase);
  if (world === undefined) return phase === "starting" ? <Skeleton lines={10} /> : <Waiting />;
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    const address = link?.getAttribute("href") ?? "";
    if (address === "" || address.startsWith("#/lessons/")) return;
    event.preventDefault();
    void openCopy(page, session, address);
  };
  return (
    <div className="column fill" onClickCapture={follow}>
      <PageProvider value={world.page}>
        <View key={id} session={session} world={world} route={route} />
      </PageProvider>
    </div>
  );
}

const Waiting = () => (
  <EmptyState icon="server" title="The lesson’s server is not running">
    It starts with the first step that runs. It is in memory and belongs to this lesson alone.
  </EmptyState>
);

/** Opens a copy of the lesson's world at an address, as a server in memory in place of the page's own. */
async function openCopy(
  { guests, toasts, embed, newId, clock }: Page,
  { lesson, state }: LessonSession,
  address: string,
): Promise<void> {
  const { world } = state.getState();
  if (embed !== undefined) return void toasts.add({ description: "This opens in Kubepad itself, not in its embeds." });
  if (world === undefined) return void toasts.add({ description: "The lesson’s server is not running." });
  try {
    const { inspect } = world.server;
    const [{ chosen: settings }, versions] = await Promise.all([
      inspect.serverSettings(),
      collectVersions(inspect, { objects: [], all: true, secrets: true }),
    ]);
    const seed = await writeKubepadFile({ objects: [], versions, settings });
    const server = await guests.openServer({ ...copyChoices(lesson), seed });
    const words = `A copy of the world of the lesson “${lesson.title}”.`;
    const id = newId();
    await keepWorld(id, { kind: "file", name: lesson.title, bytes: seed }, clock.now());
    guests.show(address, { server, words, entries: [], rejected: [] }, {}, id);
  } catch (error) {
    toasts.add({ description: messageOf(error) });
  }
}
