import { mergeConfig } from "vitest/config";
import config from "../vite.config.ts";

/** Runs tests with the @kubernetes/client-node of the folder KUBEPAD_CLIENT_NODE in place of the installed one. */
export default mergeConfig(config, {
  test: { alias: { "@kubernetes/client-node": `${process.env["KUBEPAD_CLIENT_NODE"]}/dist/index.js` } },
});
