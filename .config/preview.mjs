// Serves the built app on 127.0.0.1: node .config/preview.mjs [--port N] [--slow SEED]
import { parseArgs } from "node:util";
import { preview } from "vite";
import { siteHeaders } from "./content-security-policy.mjs";
import { root } from "./root.mjs";
import { slowNetwork } from "./slow-network.mjs";

const { values } = parseArgs({ options: { port: { type: "string", default: "4173" }, slow: { type: "string" } } });

/** On a loopback address, compression costs both sides more time than it saves. */
const uncompressed = {
  name: "uncompressed",
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      delete request.headers["accept-encoding"];
      next();
    });
  },
};
/** The names of files in `assets` hold their hashes, so that a browser need not ask for a file that it has. */
const immutable = {
  name: "immutable",
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (request.url.startsWith("/assets/")) {
        const writeHead = response.writeHead.bind(response);
        response.writeHead = (status, headers) =>
          writeHead(status, { ...headers, "Cache-Control": "public, max-age=31536000, immutable" });
      }
      next();
    });
  },
};
const server = await preview({
  root,
  plugins: [uncompressed, values.slow === undefined ? immutable : slowNetwork(Number(values.slow))],
  logLevel: "warn",
  build: { outDir: process.env.KUBEPAD_DIST ?? "dist" },
  preview: {
    host: "127.0.0.1",
    port: Number(values.port),
    strictPort: values.port !== "4173",
    cors: false,
    headers: siteHeaders,
  },
});
console.log(`Kubepad is at ${server.resolvedUrls.local[0]} (another port: npm start -- --port N)`);
