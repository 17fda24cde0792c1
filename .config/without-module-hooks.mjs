// Keeps Vitest from resolving every import() by hooks of its own. Under Node 20 they run in another thread, which costs
// 0.2 ms and a message to Vitest's main process each time that a module is asked for, also one that is loaded. They
// serve mocked modules and runs that watch files, of which a run of bundles has neither (`plain-runner.mjs`).
import module from "node:module";

module.registerHooks = () => ({ deregister: () => undefined });
