import { createRoot, type Root } from "react-dom/client";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { EmbedParameters } from "../../embed/protocol.ts";
import type { EmbeddedServer } from "../../worker/frames/kept-server.ts";
import { createEmbeddedPage, type EmbeddedPage } from "../create-page.ts";
import { withReadOnly } from "../data/read-only.ts";
import { browserClock } from "../platform/browser-clock.ts";
import { identity } from "../state/identity.ts";
import { firstPlace, navigate } from "../state/route.ts";
import { settings } from "../state/settings.ts";
import { EmbedApp, FailedEmbed, StartingEmbed } from "./embed-app.tsx";
import { bringing, firstObjects, parametersOf, themeOf, userOf } from "./embed-options.ts";
import { openEmbeddedServer, type OpenedEmbed } from "./embed-server.ts";
import type { EmbedForm } from "./embed-form.ts";
import { embedHomes } from "./embed-homes.ts";
import { embeddedPlaces, type EmbeddedPlace } from "../shell/places.tsx";
import { HostPage, hostOf, type EmbedStart } from "./host-page.ts";
import type { Clock } from "../../apimachinery/clock.ts";

/** Shows one view without the shell, as the page around the frame asks. */
export async function startEmbed(viewId: string): Promise<void> {
  const element = document.getElementById("root");
  if (element === null) throw new Error("the document has no #root");
  const root = createRoot(element);
  const query = new URLSearchParams(location.search);
  const host = new HostPage(hostOf(query), parametersOf(query));
  root.render(<StartingEmbed />);
  let problem = "This embed cannot be read";
  try {
    const embed = await readEmbed(viewId, host);
    problem = "The server could not be started";
    await run(embed, query, host, root);
  } catch (error) {
    fail(root, host, problem, messageOf(error));
  }
  new ResizeObserver(() => host.send({ kind: "height", height: element.getBoundingClientRect().height })).observe(
    element,
  );
}

function embeddedPlace(view: string): EmbeddedPlace {
  const place = embeddedPlaces.find(({ embed }) => embed.id === view);
  if (place !== undefined) return place;
  throw new Error(
    `There is no view "${view}". The views are ${embeddedPlaces.map(({ embed }) => embed.id).join(", ")}.`,
  );
}

/** What the page around an embed asks for. */
interface ReadEmbed extends EmbedStart {
  /** The address that the embed begins with. */
  readonly home: string;
  readonly entries: Readonly<Record<string, unknown>> | undefined;
  readonly objects: readonly KubeObject[];
}

/** Reads what the page starts the embed with. Rejects with a user-facing message for what cannot be read. */
async function readEmbed(viewId: string, host: HostPage): Promise<ReadEmbed> {
  const { view, embed } = embeddedPlace(viewId);
  void view.load();
  const start = await host.started();
  const { parameters, seed } = start;
  const entries = embedHomes[embed.id]?.entries?.(parameters, seed);
  const objects = entries === undefined ? await firstObjects(seed, parameters) : [];
  return { ...start, home: await homeOf(embed, parameters), entries, objects };
}

async function run(embed: ReadEmbed, query: URLSearchParams, host: HostPage, root: Root): Promise<void> {
  const { parameters, files, entries, objects, home } = embed;
  const opened = await openEmbeddedServer(parameters, bringing(objects), hostOf(query) ?? "");
  const { server } = opened;
  await ready(server);
  let theme = themeOf(query);
  let shown = show(0);
  followReader(host);
  host.send({ kind: "event", name: "ready", detail: {} });
  keepOffline(browserClock);
  host.obey((command) => {
    switch (command.kind) {
      case "theme":
        theme = command.theme;
        return settings.of(shown.page).getState().change({ theme });
      case "show":
        return navigate(command.address);
      case "reset":
        return void reset();
    }
  });
  server.state.subscribe((state) => {
    shown.end();
    if (state.kind === "failed") fail(root, host, "The server could not be started", state.reason);
    if (state.kind !== "ready") return;
    shown = show(state.restarts);
    host.send({ kind: "event", name: "restart", detail: {} });
  });

  /** Starts over. Until it is done there is no view: a request of the reader would meet the objects of before. */
  async function reset(): Promise<void> {
    shown.end();
    root.render(<StartingEmbed />);
    const problem = await server.reset().then(
      () => undefined,
      (error: unknown) => messageOf(error),
    );
    shown = show(0);
    if (problem !== undefined) shown.page.toasts.add({ description: problem });
  }

  function show(restarts: number): EmbeddedPage {
    history.replaceState(null, "", home);
    const made = pageOver(opened, { parameters, files }, host, entries);
    settings.of(made.page).getState().change({ theme });
    root.render(
      <EmbedApp
        key={restarts}
        page={made.page}
        home={home}
        restarts={restarts}
        shared={parameters.server}
        onReset={() => void reset()}
      />,
    );
    return made;
  }
}

function fail(root: Root, host: HostPage, problem: string, message: string): void {
  root.render(<FailedEmbed problem={problem} message={message} />);
  host.send({ kind: "event", name: "failure", detail: { message } });
}

/** Resolves once the server answers, and rejects with a user-facing message if it cannot be started. */
const ready = (server: EmbeddedServer): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const state = server.state.get();
      if (state.kind === "starting") return;
      stop();
      if (state.kind === "ready") resolve();
      else reject(new Error(state.reason));
    };
    const stop = server.state.subscribe(look);
    look();
  });

/** The address that the parameters name or describe; in a frame that no script made, also the one in its URL. */
async function homeOf(embed: EmbedForm, parameters: EmbedParameters): Promise<string> {
  const { address } = parameters;
  if (address !== undefined && !address.startsWith("#/"))
    throw new Error(`"${address}" is not an address of Kubepad, which begins with "#/".`);
  const named = address ?? location.hash;
  if (named.startsWith("#/")) return named;
  return (await embedHomes[embed.id]?.home(parameters)) ?? firstPlace;
}

/** Creates a page over an embed's server, which acts as the user that the parameters name. */
function pageOver(
  { server, openServer }: OpenedEmbed,
  { parameters, files }: EmbedStart,
  host: HostPage,
  entries: Readonly<Record<string, unknown>> | undefined,
): EmbeddedPage {
  const readOnly = parameters.readonly !== undefined;
  const { inspect, registrations } = server;
  const handle = telling(server.handle, host);
  const made = createEmbeddedPage(
    { handle: readOnly ? withReadOnly(handle) : handle, inspect, registrations, openServer },
    { readOnly, files },
    entries,
  );
  identity.of(made.page).getState().act(userOf(parameters));
  return made;
}

/** Tells the page around the embed of the requests that the reader sends. */
const telling =
  (handle: Handle, host: HostPage): Handle =>
  async (exchange) => {
    const answer = await handle(exchange);
    const { method, target, headers } = exchange;
    if (/^(?:kubepad-console|kubectl)\//.test(headers.get("User-Agent") ?? ""))
      host.send({ kind: "event", name: "request", detail: { method, target, status: answer.status } });
    return answer;
  };

/** Tells the page around the embed where the reader goes, and leaves its history alone. */
function followReader(host: HostPage): void {
  window.addEventListener("hashchange", () =>
    host.send({ kind: "event", name: "address", detail: { address: location.hash } }),
  );
  document.addEventListener("click", keepHistory);
}

/** Follows links within the embed without an entry in the history of the page around it. */
function keepHistory(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
  const address = link?.getAttribute("href");
  if (address === null || address === undefined || event.defaultPrevented) return;
  event.preventDefault();
  navigate(address);
}

/** How long an embed has been ready before its files are kept: the other embeds of the page are loaded by then. */
const quietMs = 5_000;

/**
 * Keeps the files for a visit without a network, some time after the embed is ready. Browsers that grant a frame no
 * service worker, and frames without an origin, go on without.
 */
function keepOffline(clock: Clock): void {
  clock.after(quietMs, () => {
    void import("../../worker/offline/offline.ts").then(({ startOffline }) => startOffline());
  });
}
