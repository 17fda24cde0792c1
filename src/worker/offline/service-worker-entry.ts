import type { PrecacheList } from "./precache.ts";
import { runServiceWorker } from "./service-worker.ts";
import type { ServiceWorkerScope } from "./service-worker-scope.ts";

/** Inserted by the build, which knows every file. */
declare const kubepadPrecache: PrecacheList;
declare const self: ServiceWorkerScope;

runServiceWorker(self, kubepadPrecache);
