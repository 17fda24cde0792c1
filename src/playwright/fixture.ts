import {
  expect as baseExpect,
  test as baseTest,
  type BrowserContext,
  type Expect,
  type MatcherReturnType,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from "@playwright/test";
import { describeFilter } from "../envtest/describe-requests.ts";
import type { LoggedRequest, RequestFilter } from "../envtest/request-log.ts";
import { createTestServer, type TestServer, type TestServerOptions, type WaitOptions } from "../envtest/test-server.ts";
import { routeToServer } from "./route-to-server.ts";

/** The options of the fixture: `test.use({ kubepadOptions: { seed: [pod] } })`. */
export interface KubepadFixtureOptions extends TestServerOptions {
  /**
   * How the page under test reaches the server. `route`, the default, intercepts its requests to `url`: nothing
   * listens, except for watches, which are passed on to an HTTP server that the page does not notice. `http` is an HTTP
   * server, whose address the test gives to the page.
   */
  readonly transport?: "route" | "http";
  /**
   * Where the page looks for the API with the transport `route`: a URL (`https://cluster.example.com`, the default is
   * `http://kubepad.test`) or a path of any origin (`/k8s`).
   */
  readonly url?: string;
}

/** The server of a test. */
export interface KubepadFixture extends TestServer {
  /** Where the page under test finds the API. */
  readonly url: string;
  /** Intercepts the requests of a further page or browser context. The context of the test needs no call. */
  route(target: Page | BrowserContext): Promise<void>;
}

/** The fixtures that this module adds to Playwright's. */
export interface KubepadFixtures {
  readonly kubepad: KubepadFixture;
  readonly kubepadOptions: KubepadFixtureOptions;
}

const defaultUrl = "http://kubepad.test";

/** Playwright's `test` with a server of its own for each test that asks for `kubepad`. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & KubepadFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = baseTest.extend<KubepadFixtures>({
  kubepadOptions: [{}, { option: true }],
  kubepad: async ({ kubepadOptions, context }, provide, testInfo) => {
    const server = await createTestServer(kubepadOptions);
    const { transport = "route", url = defaultUrl } = kubepadOptions;
    const overHttp = (): Promise<string> => server.listen({ origins: ["*"] });
    const route = (target: Page | BrowserContext): Promise<void> => routeToServer(target, { server, url, overHttp });
    if (transport === "route") await route(context);
    await provide({ ...server, url: transport === "http" ? await overHttp() : url, route });
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach("requests to kubepad", {
        body: requestTable(server.requests.all),
        contentType: "text/plain",
      });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await server.close();
  },
});

const requestTable = (requests: readonly LoggedRequest[]): string =>
  requests.map(({ method, target, status }) => `${status ?? "..."} ${method} ${target}`).join("\n");

/** What `not.toHaveRequested` says: passes, which fails the test, if there is a request that matches. */
function notRequested({ requests }: TestServer, filter: RequestFilter): { pass: boolean; message: string } {
  const found = requests.matching(filter);
  return {
    pass: found.length > 0,
    message: `expected no ${describeFilter(filter)}; there were\n${requestTable(found)}`,
  };
}

/** Assertions on a server. */
export interface KubepadMatchers {
  /** Waits until the server has answered a request that matches; negated, looks at the requests so far. */
  toHaveRequested(server: TestServer, filter: RequestFilter, options?: WaitOptions): Promise<MatcherReturnType>;
}

/** Playwright's `expect` with assertions on the request log. */
export const expect: Expect<KubepadMatchers> = baseExpect.extend({
  async toHaveRequested(server: TestServer, filter: RequestFilter, options?: WaitOptions): Promise<MatcherReturnType> {
    const { pass, message } = this.isNot
      ? notRequested(server, filter)
      : await server.waitForRequest(filter, options).then(
          () => ({ pass: true, message: "" }),
          (error: Error) => ({ pass: false, message: error.message }),
        );
    return { name: "toHaveRequested", pass, message: () => message };
  },
});
