import type { LeadershipState } from "../../src/worker/tabs/leadership.ts";
import type { StaticHost } from "../worker/static-host.ts";
import type { Browser, Tab } from "./driver.ts";
import { Surface } from "./surface.ts";
import { until } from "./until.ts";
import { asking } from "./ask.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

/** Installing the service worker costs more than most scenarios; those that are not about it get none. */
export const serviceWorkerScript = "sw.js";

/** The built page on an origin of its own, with the tabs that a scenario opened there. */
export class Pad {
  readonly #host: StaticHost;
  readonly #url: string;
  readonly #tabs = new Map<Surface, Tab>();
  readonly #endings: (() => Promise<unknown>)[] = [];

  constructor(host: StaticHost, url: string) {
    this.#host = host;
    this.#url = url;
  }

  /** The same host under another name: for pages on 127.0.0.1 it is another site. */
  get otherSite(): string {
    return this.#url.replace("127.0.0.1", "localhost");
  }

  /**
   * Opens the page in a new tab and waits until its server is ready. A plain world has no controllers of workloads,
   * which would write beside the scenario.
   */
  async open(browser: Browser, address = "#/watches", world: "plain" | "living" = "plain"): Promise<Surface> {
    const tab = await this.openTab(browser, `${this.#url}${world === "plain" ? "?controllers=" : ""}${address}`);
    const page = new Surface(tab);
    this.#tabs.set(page, tab);
    await this.#waitForServer(page);
    return page;
  }

  /** Opens a new tab at an address, which is closed with the others. */
  async openTab(browser: Browser, url: string): Promise<Tab> {
    const tab = await browser.openTab();
    this.#endings.push(() => tab.close());
    await tab.goTo(url);
    return tab;
  }

  async reload(page: Surface): Promise<void> {
    const address = await page.call(() => {
      Object.assign(window, { beforeReload: true });
      return location.href;
    });
    await page.call(() => void setTimeout(() => location.reload()));
    await until(`${address} is loaded again`, () => page.call(() => !("beforeReload" in window)));
    await this.#waitForServer(page);
  }

  /** Goes to another address of the open page. */
  async goTo(page: Surface, address: string): Promise<void> {
    await page.call((hash) => void (location.hash = hash), address);
  }

  /** Returns a picture of what the tab shows, as PNG. */
  async picture(page: Surface): Promise<Uint8Array> {
    const tab = this.#tabs.get(page);
    if (tab === undefined) throw new Error("the tab is closed");
    return tab.picture();
  }

  async close(page: Surface): Promise<void> {
    const tab = this.#tabs.get(page);
    this.#tabs.delete(page);
    await tab?.close();
  }

  leadership(page: Surface): Promise<LeadershipState> {
    return page.call(() => window.kubepad.leadership.get());
  }

  /** Creates a config map in the namespace `default` through the page's server; rejects with what is answered else. */
  async create(page: Surface, name: string): Promise<void> {
    await asking(page)("POST", configMaps, { apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
  }

  /** Returns the names of the config maps in the namespace `default`. */
  async names(page: Surface): Promise<readonly string[]> {
    const list = (await asking(page)("GET", configMaps)) as { items: { metadata: { name: string } }[] };
    return list.items.map(({ metadata }) => metadata.name);
  }

  /** Registers what else has to be ended. */
  atEnd(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  /** Closes the tabs and the host. */
  async end(): Promise<void> {
    for (const end of this.#endings) await end().catch(() => undefined); // tabs that the scenario closed itself
    await this.#host.stop();
  }

  #waitForServer(page: Surface): Promise<void> {
    return until("the page's server is ready", async () => {
      const { role, reason } = await this.leadership(page);
      if (reason !== undefined) throw new Error(reason);
      return role === "leader" || role === "follower";
    });
  }
}
