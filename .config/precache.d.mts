import type { Plugin } from "vite";

export interface PrecacheFile {
  readonly path: string;
  readonly integrity: string;
}

export declare function listFiles(folder: string): PrecacheFile[];
export declare function createPrecacheList(folder: string): {
  readonly version: string;
  readonly files: readonly PrecacheFile[];
};
export declare function precache(options?: { readonly entry?: string }): Plugin;
