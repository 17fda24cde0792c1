import type { Plugin } from "vite";
export const contentSecurityPolicy: string;
export function policyInPage(): Plugin;
