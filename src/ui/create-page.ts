import { createToasts } from "./design/toasts.tsx";
import { browserClock } from "./platform/browser-clock.ts";
import { randomId } from "./platform/random-id.ts";
import { log } from "./features/log/store.ts";
import { withImpersonation } from "./data/impersonating.ts";
import { resumeFunctions } from "./conversion/resume-functions.ts";
import { catalog } from "./state/catalog.ts";
import type { Connection, Page } from "./state/page.ts";
import { identity } from "./state/identity.ts";
import { createRouteStore } from "./state/route.ts";
import { onAnotherServer } from "./state/server-status.ts";
import { settings } from "./state/settings.ts";

/** Everything behind the drawn page, on top of a server. */
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
  onAnotherServer(page, () => void catalog.of(page).getState().load());
  void resumeFunctions(page);
  return page;
}
