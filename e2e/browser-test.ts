import {
  test as base,
  type BrowserContext,
  type CDPSession,
  type Disposable,
  type Page,
  type PlaywrightTestOptions,
} from "@playwright/test";

/** A page that the tests of a worker have one after the other, with what they add to it. */
interface SharedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly session: CDPSession;
  /** Scripts and functions that the current test has added. */
  readonly added: Disposable[];
  /** The world that the last test has left for the next one of the same world. */
  world: string | undefined;
}

/** A file of the site that runs no script. */
const emptyDocument = "icon.svg";

/** What tests listen to. Playwright itself listens to other events of a page. */
const events = ["console", "dialog", "download", "filechooser", "pageerror", "popup", "request", "response", "worker"];

/**
 * Notes what tests add to a page and its context and what navigating does not remove, so that it can be taken away.
 */
function noteAdditions(target: Page | BrowserContext, added: Disposable[]): void {
  for (const name of ["addInitScript", "exposeFunction", "exposeBinding"] as const) {
    const add: (...args: unknown[]) => Promise<Disposable> = Reflect.get(Object(target), name).bind(target);
    Object.defineProperty(target, name, {
      value: async (...args: unknown[]) => {
        const addition = await add(...args);
        added.push(addition);
        return addition;
      },
    });
  }
}

async function openSharedPage(context: BrowserContext): Promise<SharedPage> {
  const page = await context.newPage();
  const added: Disposable[] = [];
  noteAdditions(page, added);
  noteAdditions(context, added);
  return { page, context, session: await context.newCDPSession(page), added, world: undefined };
}

/** Takes away what a test has left in the page and its context, but for the document and the storage. */
async function takeAdditions(
  { page, context, added }: SharedPage,
  { reducedMotion }: Pick<PlaywrightTestOptions, "reducedMotion">,
): Promise<void> {
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : [other.close()])));
  for (const event of events) page.removeAllListeners(event);
  for (const addition of added.splice(0)) await addition.dispose();
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearPermissions(), context.setOffline(false)]);
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion, forcedColors: null, contrast: null });
  await page.mouse.move(0, 0);
}

/** Leaves the document of a test, and clears the storage of all sites. */
async function clearSites({ page, session }: SharedPage, baseURL = ""): Promise<void> {
  // Workers end with their document, and connections to databases with their workers.
  await page.goto(new URL(emptyDocument, baseURL).href);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  await session.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
}

/**
 * Playwright's test, with a page that the tests of a worker share. A page that stays in its process need not compile
 * the scripts again that an earlier test has loaded, which costs more than most tests do. What a test leaves is taken
 * away after it; a worker whose test has failed is not used again.
 */
export const test = base.extend<
  {
    /** Whether a test has a context of its own: for a fake clock, protocol sessions, and listeners to the context. */
    ownContext: boolean;
    /**
     * The name of a world that tests of a file have one after the other: what a test leaves in the document and the
     * storage stays for the next test with the same name. Each of them can also be the first.
     */
    world: string | undefined;
  },
  { sharedPages: SharedPage[] }
>({
  ownContext: [false, { option: true }],
  world: [undefined, { option: true }],
  sharedPages: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const shared: SharedPage[] = [];
      await provide(shared);
      await Promise.all(shared.map(({ context }) => context.close()));
    },
    { scope: "worker" },
  ],
  context: async ({ browser, ownContext, world, sharedPages, viewport, baseURL, reducedMotion }, provide, testInfo) => {
    if (ownContext) {
      const context = await browser.newContext();
      await provide(context);
      await context.close();
      return;
    }
    const usual = testInfo.project.use.viewport ?? null;
    const shared = sharedPages[0] ?? (await openSharedPage(await browser.newContext({ viewport: usual })));
    sharedPages[0] = shared;
    const wanted = world === undefined ? undefined : `${testInfo.file} ${world}`;
    if (shared.world !== undefined && shared.world !== wanted) await clearSites(shared, baseURL);
    shared.world = wanted;
    if (viewport !== null) await shared.page.setViewportSize(viewport);
    await provide(shared.context);
    if (testInfo.status !== "passed") return;
    if (!shared.page.isClosed()) {
      await takeAdditions(shared, { reducedMotion });
      if (wanted === undefined) await clearSites(shared, baseURL);
      return;
    }
    sharedPages.length = 0;
    await shared.context.close();
  },
  page: async ({ context, ownContext, sharedPages: [shared] }, provide) => {
    await provide(ownContext || shared === undefined ? await context.newPage() : shared.page);
  },
});
