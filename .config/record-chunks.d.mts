import type { Plugin } from "vite";

export declare function recordChunks(name: string): Plugin;
