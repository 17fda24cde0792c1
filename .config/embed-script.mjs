// Builds embed.js, the script that pages with embeds load. It is one file with a name that stays.
import { resolve } from "node:path";
import { build } from "vite";

const entry = "src/embed/script.ts";

/** Returns a Vite plugin that writes `embed.js` beside the built page. In development, it serves the source instead. */
export function embedScript() {
  let config;
  return {
    name: "kubepad-embed-script",
    configResolved: (resolved) => void (config = resolved),
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _response, next) => {
        if (request.url?.split("?", 1)[0] === "/embed.js") request.url = `/${entry}`;
        next();
      }),
    writeBundle: {
      order: "post",
      sequential: true,
      handler: () =>
        build({
          configFile: false,
          root: config.root,
          logLevel: "warn",
          publicDir: false,
          build: {
            outDir: resolve(config.root, config.build.outDir),
            emptyOutDir: false,
            target: config.build.target,
            lib: {
              entry: resolve(config.root, entry),
              formats: ["iife"],
              name: "kubepadEmbed",
              fileName: () => "embed.js",
            },
          },
        }),
    },
  };
}
