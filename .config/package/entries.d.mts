export const peers: readonly string[];
export const folder: string;
export function packageExports(): Readonly<Record<string, unknown>>;
export function packageTypes(): Readonly<Record<string, unknown>>;
export const entries: readonly { readonly name: string; readonly source: string }[];
export function declarationsOf(source: string): string;
export function packageBin(): Readonly<Record<string, string>>;
export const singleProgram: { readonly target: string };
