import { builtApp, StaticHost } from "../worker/static-host.ts";
import { DocsHost } from "./docs-host.ts";

/** Kubepad and a documentation site of another origin: the pages are on 127.0.0.1, Kubepad is on localhost. */
export class DocsSites {
  readonly kubepad: StaticHost;
  readonly docs = new DocsHost();
  /** The address of Kubepad, once it is served. */
  site = "";

  /** `base` is the path under which Kubepad is served. */
  constructor(base?: string) {
    this.kubepad = new StaticHost(builtApp, base);
  }

  async start(): Promise<void> {
    this.site = (await this.kubepad.start()).replace("127.0.0.1", "localhost");
    await this.docs.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.kubepad.stop(), this.docs.stop()]);
  }
}
