import { gzipSync } from "node:zlib";
import type { Header, WireAnswer, WireRequest } from "../exchange.ts";
import type { ExtensionAnswer } from "../extension-server.ts";
import type { Scenario, Step } from "../scenario.ts";
import { apiService, behind, coreServices, externalService, prepare, register, services } from "./objects.ts";

const root = "/apis/proxy.test/v1";
const json: Header = ["Content-Type", "application/json"];
const answer = (status: number, headers: readonly Header[], body = ""): WireAnswer => ({ status, headers, body });

/** How the extension server answers, by the last word of the path. */
const behaviours: Readonly<Record<string, (request: WireRequest) => ExtensionAnswer>> = {
  echo: ({ body = "" }) => answer(200, [json], JSON.stringify({ got: body })),
  teapot: () => answer(418, [["Content-Type", "text/plain"]], "short and stout\n"),
  nothing: () => answer(204, []),
  untyped: () => answer(200, [], "{}"),
  redirect: () => answer(302, [["Location", `${root}/echo`]]),
  "redirect-relative": () => answer(302, [["Location", "echo"]]),
  "redirect-elsewhere": () => answer(307, [["Location", "https://elsewhere.test/there?a=b"]]),
  "redirect-back": ({ headers }) =>
    answer(301, [["Location", `https://${headers.find(([name]) => name === "Host")?.[1]}${root}/echo`]]),
  hop: () =>
    answer(
      200,
      [json, ["Connection", "X-Hop"], ["X-Hop", "a"], ["Upgrade", "h2c"], ["Proxy-Authenticate", "Basic"]],
      "{}",
    ),
  own: () =>
    answer(
      200,
      [
        json,
        ["Cache-Control", "max-age=3"],
        ["Audit-Id", "of-the-extension"],
        ["Access-Control-Allow-Origin", "*"],
        ["Set-Cookie", "a=b"],
        ["Set-Cookie", "c=d"],
        ["Warning", '299 - "careful"'],
        ["X-Kubernetes-Own", "yes"],
      ],
      "{}",
    ),
  html: () =>
    answer(200, [["Content-Type", "text/html"]], `<p><a href="/other/path">there</a><a href="near">near</a></p>`),
  unavailable: () => answer(503, [json], '{"kind":"Status","code":503}'),
  forbidden: () => answer(403, [json], '{"kind":"Status","code":403}'),
  unauthorized: () => answer(401, [json, ["WWW-Authenticate", "Basic"]], '{"kind":"Status","code":401}'),
  "not-found": () => answer(404, [["Content-Type", "text/plain; charset=utf-8"]], "404 page not found\n"),
  close: () => "close",
};

const get = (id: string, target: string, headers: readonly Header[] = []): Step => ({
  id,
  method: "GET",
  target: `${root}${target}`,
  headers,
});

const answers: readonly Step[] = Object.keys(behaviours).map((word) => get(word, `/${word}`));

const queries = ["?b=2&a=1", "?c=x%20y+z&d", "?a=1;b=2", "?%zz=1", "?", "?labelSelector=a%3Db%2Cc!%3Dd&watch=false"];
const paths = ["/a%2Fb/echo", "/sp%20ace/echo", "/%C3%BC/echo", "//echo", "/echo/", "/./a/../echo", "/semi;colon/echo"];

const asked: readonly Step[] = [
  ...queries.map((query) => get(`query ${query}`, `/echo${query}`)),
  ...paths.map((path) => get(`path ${path}`, path)),
  ...(["POST", "PUT", "PATCH", "DELETE"] as const).map((method): Step => ({
    id: `${method} with a body`,
    method,
    target: `${root}/echo`,
    headers: [["Content-Type", method === "PATCH" ? "application/merge-patch+json" : "application/json"]],
    body: '{"a":1}',
  })),
  { id: "HEAD", method: "HEAD", target: `${root}/echo` },
  { id: "OPTIONS", method: "OPTIONS", target: `${root}/echo` },
  { id: "POST without a body", method: "POST", target: `${root}/echo` },
  { id: "the group version", method: "GET", target: root },
  { id: "the group version with a slash", method: "GET", target: `${root}/` },
];

const headers: readonly Step[] = [
  get("headers of a user", "/echo", [
    ["X-Remote-User", "root"],
    ["X-Remote-Group", "system:masters"],
    ["X-Remote-Uid", "0"],
    ["X-Remote-Extra-Scopes", "all"],
  ]),
  get("headers that stay", "/echo", [
    ["Accept", "application/yaml"],
    ["Cookie", "a=b"],
    ["X-Custom", "1"],
    ["X-Custom", "2"],
    ["If-None-Match", '"x"'],
    ["Origin", "https://page.test"],
    ["Referer", "https://page.test/"],
    ["Range", "bytes=0-3"],
  ]),
  get("headers of a connection", "/echo", [
    ["Connection", "X-Mine"],
    ["X-Mine", "1"],
    ["TE", "trailers"],
    ["Proxy-Authorization", "Basic x"],
  ]),
  get("headers of other proxies", "/echo", [
    ["X-Forwarded-For", "192.0.2.7"],
    ["X-Forwarded-Host", "outside.test"],
    ["X-Forwarded-Proto", "http"],
    ["X-Forwarded-Uri", "/outside"],
    ["Forwarded", "for=192.0.2.7"],
    ["Via", "1.1 outside"],
  ]),
  get("an audit id", "/echo", [["Audit-ID", "of-the-client"]]),
  get("a user who is impersonated", "/echo", [
    ["Impersonate-User", "bob"],
    ["Impersonate-Group", "system:masters"],
    ["Impersonate-Uid", "17"],
    ["Impersonate-Extra-Scopes", "some"],
    ["Impersonate-Extra-a.test%2fb_c", "other"],
  ]),
  get("gzip", "/compressed", [["Accept-Encoding", "gzip"]]),
  get("somebody without permission", "/echo", [["Authorization", "Bearer alice-token"]]),
  get("nobody", "/echo", [["Authorization", ""]]),
  get("a wrong token", "/echo", [["Authorization", "Bearer wrong"]]),
];

const refused: readonly Step[] = [get("unreachable", "/echo")].flatMap((step) => [
  { ...prepare("to a closed port", `${services}/v1.proxy.test`, ""), ...patched({ service: { port: "#${closed}" } }) },
  step,
]);

function patched(spec: object): Pick<Step, "method" | "headers" | "body" | "target"> {
  return {
    method: "PATCH",
    target: `${services}/v1.proxy.test`,
    headers: [["Content-Type", "application/merge-patch+json"]],
    body: { spec },
  };
}

const verified: readonly Step[] = [
  { id: "no verification of the CA", ...patched({ insecureSkipTLSVerify: null }), quiet: true },
  { ...get("an unknown CA", "/echo"), untilStatus: 503 },
  { id: "another name", ...patched({ insecureSkipTLSVerify: true }), quiet: true },
  get("no verification again", "/echo"),
];

/** What is sent on to an extension server, and what comes back of its answers. */
export const proxy: Scenario = {
  name: "proxy",
  names: ["there.default.svc"],
  open: () => ({
    extension(request) {
      const word =
        new URL(request.target, "https://extension").pathname.split("/").findLast((part) => part !== "") ?? "";
      if (word === "compressed") return compressed(request);
      return behaviours[word]?.(request) ?? answer(200, [json], '{"kind":"APIResourceList","resources":[]}');
    },
    steps: [
      prepare("a service", coreServices, externalService("there")),
      ...register("there", "v1.proxy.test"),
      ...answers,
      ...asked,
      ...headers,
      ...verified,
      prepare("one without a server", services, apiService("v1.absent.test", behind("absent"))),
      { id: "absent", method: "GET", target: "/apis/absent.test/v1/things", untilStatus: 503 },
      { id: "absent group version", method: "GET", target: "/apis/absent.test/v1" },
      { id: "absent group", method: "GET", target: "/apis/absent.test" },
      { id: "no such group", method: "GET", target: "/apis/nosuch.test/v1/things" },
      ...refused,
    ],
  }),
};

function compressed({ headers: sent }: WireRequest): WireAnswer {
  const accepts = sent.some(([name, value]) => name.toLowerCase() === "accept-encoding" && value.includes("gzip"));
  if (!accepts) return answer(200, [json], '{"plain":true}');
  const bytes = gzipSync('{"plain":false}');
  return answer(200, [json, ["Content-Encoding", "gzip"]], bytes.toString("latin1"));
}
