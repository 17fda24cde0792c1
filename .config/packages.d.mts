export function ensurePackagesApart(name: string, source: string): string;
