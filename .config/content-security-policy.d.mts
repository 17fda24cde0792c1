import type { Plugin } from "vite";
export const contentSecurityPolicy: string;
export const siteHeaders: Readonly<Record<string, string>>;
export function policyInPage(): Plugin;
