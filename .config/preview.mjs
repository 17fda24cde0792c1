// Serves the built app on 127.0.0.1: node .config/preview.mjs [--port N]
import { parseArgs } from "node:util";
import { preview } from "vite";
import { siteHeaders } from "./content-security-policy.mjs";
import { root } from "./root.mjs";

const { values } = parseArgs({ options: { port: { type: "string", default: "4173" } } });

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
const server = await preview({
  root,
  plugins: [uncompressed],
  logLevel: "warn",
  preview: {
    host: "127.0.0.1",
    port: Number(values.port),
    strictPort: values.port !== "4173",
    cors: false,
    headers: siteHeaders,
  },
});
console.log(`Kubepad is at ${server.resolvedUrls.local[0]} (another port: npm start -- --port N)`);
