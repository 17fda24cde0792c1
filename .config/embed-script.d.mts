import type { Plugin } from "vite";
export function embedScript(): Plugin;
