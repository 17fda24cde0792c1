import { exposeKubepad, openKubepad } from "../worker/kubepad.ts";
import { startOffline } from "../worker/offline/offline.ts";
import { renderPage } from "./render.tsx";

// Start the server before the first render, so that it is ready when the page appears.
const kubepad = openKubepad();
exposeKubepad(kubepad);
const { state, update } = startOffline();
renderPage({
  handle: kubepad.handle,
  inspect: kubepad.inspect,
  registerConverter: kubepad.registerConverter,
  leadership: kubepad.leadership,
  offline: { get: () => state.get(), subscribe: (listener) => state.subscribe(listener), update },
});
