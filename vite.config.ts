import { configDefaults, defineConfig } from "vitest/config";
import { policyInPage } from "./.config/content-security-policy.mjs";
import { embedScript } from "./.config/embed-script.mjs";
import { licenses } from "./.config/licenses.mjs";
import { lessonIndex } from "./.config/lesson-index.ts";
import { kubectlChunk, pageChunk, sharedChunk } from "./.config/page-chunks.mjs";
import { leanMonaco } from "./.config/monaco-parts.mjs";
import { precache } from "./.config/precache.mjs";
import { recordChunks } from "./.config/record-chunks.mjs";
import { celEngine } from "./.config/size-limits.mjs";
import { browserTargets } from "./.config/browser-targets.mjs";
import { vitestOptions } from "./.config/vitest-options.ts";
import { behaviorsTogether, controllersTogether, loadedAtOnce } from "./.config/worker-chunks.mjs";

/** What plugins take is told on busy machines only, and drowns what else a build says. */
const checks = { pluginTimings: false };

export default defineConfig({
  base: "./",
  plugins: [lessonIndex(), recordChunks("app"), policyInPage(), embedScript(), leanMonaco(), licenses(), precache()],
  build: {
    target: browserTargets,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      checks,
      // "use client" in packages is for servers that render React
      onwarn: (warning, warn) => void (warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning)),
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        codeSplitting: {
          groups: [
            { name: pageChunk(), debugName: "page", priority: 2, includeDependenciesRecursively: false },
            { name: kubectlChunk(), debugName: "kubectl", priority: 1, includeDependenciesRecursively: false },
            { name: sharedChunk(), debugName: "shared", includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  worker: {
    format: "es",
    plugins: () => [recordChunks("worker")],
    rolldownOptions: {
      checks,
      output: {
        entryFileNames: "assets/worker/[name]-[hash].js",
        chunkFileNames: "assets/worker/[name]-[hash].js",
        codeSplitting: {
          groups: [
            { name: loadedAtOnce("server"), debugName: "server", priority: 2, includeDependenciesRecursively: false },
            { name: "cel", test: celEngine, includeDependenciesRecursively: false },
            { name: behaviorsTogether("behaviors"), debugName: "behaviors", includeDependenciesRecursively: false },
            {
              name: controllersTogether("controllers"),
              debugName: "controllers",
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  test: {
    ...vitestOptions,
    include: ["src/**/*.test.{ts,tsx}", "e2e/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "e2e/package/consumer/**"],
    // What modules are transformed to is kept for later runs.
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest-modules" },
  },
});
