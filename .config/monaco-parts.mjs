/**
 * Classes of Monaco's that its modules import and the page never asks for, by the files that export them: the diff
 * editors, and lines drawn by the GPU, an experiment that is off.
 */
const unused = {
  "widget/diffEditor/diffEditorWidget.js": "DiffEditorWidget",
  "widget/multiDiffEditor/multiDiffEditorWidget.js": "MultiDiffEditorWidget",
  "gpu/viewGpuContext.js": "ViewGpuContext",
  "viewParts/gpuMark/gpuMark.js": "GpuMarkOverlay",
  "viewParts/rulersGpu/rulersGpu.js": "RulersGpu",
  "viewParts/viewLinesGpu/viewLinesGpu.js": "ViewLinesGpu",
};
const folder = "/monaco-editor/esm/vs/editor/browser/";

/** Returns a Vite plugin that leaves these classes, and what only they import, out of the editor's chunk. */
export function leanMonaco() {
  const left = new Set(Object.keys(unused));
  return {
    name: "kubepad-lean-monaco",
    apply: "build",
    load(id) {
      const [file, name] = Object.entries(unused).find(([file]) => id.endsWith(folder + file)) ?? [];
      if (file === undefined) return undefined;
      left.delete(file);
      return { code: `export class ${name} {}`, moduleSideEffects: false };
    },
    buildEnd(error) {
      if (error === undefined && left.size > 0) this.error(`Monaco has no ${[...left].join(", ")}`);
    },
  };
}
