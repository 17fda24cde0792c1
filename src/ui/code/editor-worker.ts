// The editor's web worker. It is a module of its own, so that it starts like the page's other workers.
import "monaco-editor/editor/editor.worker";
