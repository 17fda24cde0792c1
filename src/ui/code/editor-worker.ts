// What the editor does beside the page: a module of its own, so that it starts as the page's other workers do.
import "monaco-editor/editor/editor.worker";
