import type { Plugin } from "vite";
export declare function licenses(): Plugin;
