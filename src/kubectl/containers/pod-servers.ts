import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { itemsAt, nameOf, textAt } from "../json-access.ts";
import type { Files } from "../session.ts";

/** A request of a program to a server. */
export interface WebRequest {
  readonly method: string;
  /** The program that asks, as its header `User-Agent` says. */
  readonly agent: string;
  readonly host: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** What a server answers. */
export interface WebAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** Why nothing stands in the body; undefined for what the server says. */
  readonly idle?: string;
}

/** What a server in a pod knows. */
interface Served {
  readonly pod: JsonObject;
  readonly container: JsonValue;
  readonly port: number;
  readonly request: WebRequest;
  /** The address of the client as the pod sees it. */
  readonly client: string;
  readonly files: () => Promise<Files>;
}

const html = (status: number, body: string): WebAnswer => ({ status, headers: [["Content-Type", "text/html"]], body });
const plain = (body: string): WebAnswer => ({
  status: 200,
  headers: [["Content-Type", "text/plain; charset=utf-8"]],
  body,
});

const nginxPage =
  "<!DOCTYPE html>\n<html>\n<head>\n<title>Welcome to nginx!</title>\n</head>\n<body>\n<h1>Welcome to nginx!</h1>\n</body>\n</html>\n";
const nginxMissing =
  "<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

/** A server of files below a folder, with a page of its own where that is empty. */
const fileServer =
  (folder: string, page: string, missing: string) =>
  async ({ request, files }: Served): Promise<WebAnswer> => {
    const path = request.path.replace(/[?#].*/s, "");
    const file = path.endsWith("/") ? `${path}index.html` : path;
    const tree = await files();
    const text = await tree.read(folder + file);
    if (text !== undefined) return html(200, text);
    const isOwnPage = file === "/index.html" && ((await tree.list(folder)) ?? []).length === 0;
    if (isOwnPage) return html(200, page);
    return path.endsWith("/") ? html(403, missing.replaceAll("404 Not Found", "403 Forbidden")) : html(404, missing);
  };

function helloApp({ pod, container }: Served): WebAnswer {
  const version = /:(\d+)\.(\d+)/.exec(textAt(container, "image"));
  const text = version === null ? "1.0.0" : `${version[1]}.${version[2]}.0`;
  return plain(`Hello, world!\nVersion: ${text}\nHostname: ${nameOf(pod)}\n`);
}

function agnhost({ pod, container, request, client }: Served): WebAnswer {
  const words = [...itemsAt(container, "command"), ...itemsAt(container, "args")].map(String);
  const path = request.path.replace(/\?.*/s, "");
  if (words.includes("serve-hostname") || path === "/hostname" || path === "/hostName") return plain(nameOf(pod));
  if (path === "/clientip") return plain(client);
  if (path === "/echo") return plain(new URLSearchParams(request.path.replace(/^[^?]*/s, "")).get("msg") ?? "");
  return plain(`NOW: ${request.host}`);
}

const echoServer = ({ pod, request, client, port }: Served): WebAnswer =>
  plain(
    `\n\nHostname: ${nameOf(pod)}\n\nPod Information:\n\t-no pod information available-\n\nRequest Information:\n\tclient_address=${client}\n\tmethod=${request.method}\n\treal path=${request.path}\n\tquery=\n\trequest_version=1.1\n\trequest_uri=http://${request.host}:${port}${request.path}\n\n`,
  );

const bootcamp = ({ pod, container }: Served): WebAnswer =>
  plain(
    `Hello Kubernetes bootcamp! | Running on: ${nameOf(pod)} | v=${/:v(\d+)/.exec(textAt(container, "image"))?.[1] ?? "1"}\n`,
  );

/** What well-known images answer, by a part of their names. */
const images: readonly (readonly [RegExp, (served: Served) => WebAnswer | Promise<WebAnswer>])[] = [
  [
    /(?:^|\/)nginx(?:-slim|-unprivileged|https)?(?:[:@]|$)/,
    fileServer("/usr/share/nginx/html", nginxPage, nginxMissing),
  ],
  [
    /(?:^|\/)httpd(?:[:@]|$)/,
    fileServer("/usr/local/apache2/htdocs", "<html><body><h1>It works!</h1></body></html>\n", ""),
  ],
  [/(?:^|\/)(?:hello-app|node-hello)(?:[:@]|$)/, helloApp],
  [/(?:^|\/)agnhost(?:[:@]|$)/, agnhost],
  [/(?:^|\/)serve_?-?hostname(?:-\w+)?(?:[:@]|$)/, ({ pod }) => plain(nameOf(pod))],
  [/(?:^|\/)hpa-example(?:[:@]|$)/, () => plain("OK!")],
  [/(?:^|\/)echoserver(?:[:@]|$)/, echoServer],
  [/(?:^|\/)kubernetes-bootcamp(?:[:@]|$)/, bootcamp],
];

/** What the server in a pod answers: that of a well-known image; of another one only that it answers. */
export async function answerOfPod(served: Omit<Served, "container">): Promise<WebAnswer> {
  const containers = itemsAt(served.pod, "spec", "containers");
  const listening = containers.filter((each) =>
    itemsAt(each, "ports").some((port) => Number(textAt(port, "containerPort")) === served.port),
  );
  for (const container of [...listening, ...containers]) {
    const known = images.find(([name]) => name.test(textAt(container, "image")));
    if (known !== undefined) return known[1]({ ...served, container });
  }
  const image = textAt(listening[0] ?? containers[0], "image");
  return { status: 200, headers: [], body: "", idle: `what the image ${image} answers is not simulated` };
}
