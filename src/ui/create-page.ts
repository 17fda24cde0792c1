import { createToasts } from "./design/toasts.tsx";
import { browserClock } from "./platform/browser-clock.ts";
import { randomId } from "./platform/random-id.ts";
import { log } from "./features/log/store.ts";
import { withImpersonation } from "./data/impersonating.ts";
import { resumeFunctions } from "./conversion/resume-functions.ts";
import { catalog } from "./state/catalog.ts";
import type { Connection, Page } from "./state/page.ts";
import { identity } from "./state/identity.ts";
import { createRouteStore, navigate } from "./state/route.ts";
import { onAnotherServer } from "./state/server-status.ts";
import { settings } from "./state/settings.ts";

/** Creates the page's state and services on top of a server connection. */
export function createPage(connection: Connection): Page {
  const { handle, inspect, leadership, offline, registerConverter } = connection;
  const page: Page = {
    handle: withImpersonation(handle, () => identity.of(page).getState().as),
    inspect,
    leadership,
    offline,
    registerConverter,
    clock: browserClock,
    route: createRouteStore(),
    toasts: createToasts(),
    newId: randomId,
  };
  settings.of(page);
  log.of(page);
  void catalog.of(page).getState().load();
  identity.of(page).subscribe(() => void catalog.of(page).getState().load());
  onAnotherServer(page, () => void catalog.of(page).getState().load());
  void resumeFunctions(page);
  tellOfMemory(page);
  return page;
}

/** Warns once when nothing can be persisted, with the reason and how to keep the data. */
function tellOfMemory({ leadership, toasts }: Page): void {
  const unsubscribe = leadership.subscribe(tell);
  function tell(): void {
    const { role, reason } = leadership.get();
    if (role !== "alone" || reason === undefined) return;
    unsubscribe();
    const actionProps = { children: "Export", onClick: () => navigate("#/server") };
    toasts.add({ description: reason, timeout: 60_000, actionProps });
  }
}
