import { messageOf } from "../../apimachinery/message-of.ts";
import { serviceWorkersOf } from "../browser-environment.ts";
import { Observable } from "../tabs/observable.ts";
import { isPrecacheMessage } from "./precache.ts";
import type { PrecacheMessage } from "./precache.ts";
import { ignore } from "../../component-base/ignore.ts";

/** The state of the page's offline support. */
export type OfflineState =
  /** Unavailable: a plain-http host, a sandboxed frame, or a browser without service workers. */
  | { readonly kind: "unsupported" }
  /** Files are being cached. The counts are known from the first file on. */
  | { readonly kind: "preparing"; readonly done: number; readonly total: number | undefined }
  /** All files are cached: the page works without a network. */
  | { readonly kind: "ready" }
  /** Ready, and a newer version is waiting until all tabs are closed or `update` is called. */
  | { readonly kind: "update-waiting" }
  /** A newer version has replaced the one that this page was loaded from, which should be loaded again. */
  | { readonly kind: "replaced" }
  /** Caching failed, with a user-facing reason. The page continues to use the network. */
  | { readonly kind: "failed"; readonly reason: string };

/** The page's view of its service worker. */
export interface Offline {
  readonly state: Observable<OfflineState>;
  /**
   * Activates the waiting version. Resolves once it is active; the page should then be reloaded. Must not be called
   * while a page is loading, since Chromium may then leave the version waiting.
   */
  update(): Promise<void>;
}

/** Registers the service worker at `script`, relative to the page, which caches the app for offline use. */
export function startOffline(
  script = "sw.js",
  container: ServiceWorkerContainer | undefined = serviceWorkersOf(window),
): Offline {
  const state = new Observable<OfflineState>(
    container === undefined ? { kind: "unsupported" } : { kind: "preparing", done: 0, total: undefined },
  );
  if (container === undefined) return { state, update: () => Promise.resolve() };
  if (container.controller !== null)
    container.addEventListener("controllerchange", () => state.set({ kind: "replaced" }), { once: true });
  container.addEventListener("message", ({ data }: MessageEvent<unknown>) => noteProgress(state, data));
  const registered = register(container, new URL(script, document.baseURI));
  registered.then(
    (registration) => follow(state, registration),
    (error: unknown) =>
      state.set({
        kind: "failed",
        reason: `The page cannot be kept for offline use: ${messageOf(error)}.`,
      }),
  );
  return { state, update: () => registered.then((registration) => activate(container, registration), ignore) };
}

/**
 * Registers the service worker. Browser extensions that block service workers may resolve the registration with
 * undefined instead of rejecting it.
 */
async function register(container: ServiceWorkerContainer, script: URL): Promise<ServiceWorkerRegistration> {
  const registration: ServiceWorkerRegistration | undefined = await container.register(script, {
    updateViaCache: "none",
  });
  if (registration === undefined) throw new Error("service workers are blocked");
  return registration;
}

function noteProgress(state: Observable<OfflineState>, message: unknown): void {
  if (isPrecacheMessage(message) && message.kind === "progress" && state.get().kind === "preparing") {
    state.set({ kind: "preparing", done: message.done, total: message.total });
  }
}

function follow(state: Observable<OfflineState>, registration: ServiceWorkerRegistration): void {
  note(state, registration);
  if (registration.installing !== null) watchInstalling(state, registration, registration.installing);
  registration.addEventListener("updatefound", () => {
    if (registration.installing !== null) watchInstalling(state, registration, registration.installing);
  });
}

function watchInstalling(
  state: Observable<OfflineState>,
  registration: ServiceWorkerRegistration,
  worker: ServiceWorker,
): void {
  worker.addEventListener("statechange", () => {
    const nothingKept = worker.state === "redundant" && registration.active === null;
    if (nothingKept)
      state.set({
        kind: "failed",
        reason: "The app could not be kept for offline use: a file was missing or not the one that was built.",
      });
    else note(state, registration);
  });
}

function note(state: Observable<OfflineState>, { active, waiting }: ServiceWorkerRegistration): void {
  if (active === null || active.state !== "activated" || state.get().kind === "replaced") return;
  state.set({ kind: waiting === null ? "ready" : "update-waiting" });
}

async function activate(container: ServiceWorkerContainer, { waiting }: ServiceWorkerRegistration): Promise<void> {
  if (waiting === null) return;
  const changed = new Promise<void>((resolve) =>
    container.addEventListener("controllerchange", () => resolve(), { once: true }),
  );
  const message: PrecacheMessage = { kind: "activate" };
  waiting.postMessage(message);
  await changed;
}
