declare module "monaco-editor/editor/editor.worker";
