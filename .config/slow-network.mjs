import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { siteHeaders } from "./content-security-policy.mjs";
import { root } from "./root.mjs";

/** Returns a function that answers a number of milliseconds between two bounds, by Mulberry32. */
const delays = (seed, least, most) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return least + (((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (most - least);
  };
};

/**
 * The script of a page whose server answers late. What a port tells keeps its order. A page with a fake clock has no
 * time of its own to wait for, and keeps its answers as they come.
 */
function delayMessages(nextDelay) {
  if (!String(setTimeout).includes("[native code]")) return;
  const listen = MessagePort.prototype.addEventListener;
  MessagePort.prototype.addEventListener = function (type, listener, options) {
    if (type !== "message" || typeof listener !== "function") return listen.call(this, type, listener, options);
    let free = 0;
    const late = (event) => {
      // Turns of the event loop carry nothing.
      if (event.data === undefined || event.data === null) return listener.call(this, event);
      free = Math.max(free, performance.now() + nextDelay());
      return setTimeout(() => listener.call(this, event), free - performance.now());
    };
    return listen.call(this, type, late, options);
  };
}

/**
 * Serves the built page as a slow network and a slow machine do: each script and style comes 0.2 to 1.5 s late, also
 * those that the browser already had, and each message of the server's worker 0.02 to 0.25 s.
 *
 * @param {number} seed determines the delays
 * @returns {import("vite").Plugin}
 */
export const slowNetwork = (seed) => {
  const nextDelay = delays(seed, 200, 1500);
  const script = `(${delayMessages})((${delays})(${seed}, 20, 250));`;
  const answer = (response, type, text) => {
    response.writeHead(200, { ...siteHeaders, "Content-Type": type, "Cache-Control": "no-store" });
    response.end(text);
  };
  return {
    name: "slow-network",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url, "http://localhost");
        if (pathname === "/slow-network.js") answer(response, "text/javascript", script);
        else if (pathname === "/" || pathname === "/index.html") {
          const page = readFileSync(resolve(root, process.env.KUBEPAD_DIST ?? "dist", "index.html"), "utf8");
          answer(response, "text/html", page.replace("<script", '<script src="./slow-network.js"></script><script'));
        } else if (pathname.startsWith("/assets/")) {
          const writeHead = response.writeHead.bind(response);
          response.writeHead = (status, headers) => writeHead(status, { ...headers, "Cache-Control": "no-store" });
          setTimeout(next, nextDelay());
        } else next();
      });
    },
  };
};
