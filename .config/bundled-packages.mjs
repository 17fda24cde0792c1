// The packages that product code may import. They are bundled, so that the published package has no dependencies.

/** Packages of the server, its hosts and its clients. */
export const serverPackages = [
  "@grpc/grpc-js",
  "@noble/ciphers",
  "@noble/curves",
  "@noble/hashes",
  "cbor-x",
  "comlink",
  "fflate",
  "idb",
  "mdast-util-from-markdown",
  "mdast-util-gfm-table",
  "micromark-extension-gfm-table",
  "re2js",
  "vscode-languageserver",
  "vscode-languageserver-textdocument",
  "yaml",
];

/** Packages of the page only. */
export const pagePackages = [
  "@base-ui/react",
  "@tanstack/react-virtual",
  "cmdk",
  "d3-hierarchy",
  "jsondiffpatch",
  "monaco-editor",
  "react",
  "react-dom",
  "react-resizable-panels",
  "zustand",
];
