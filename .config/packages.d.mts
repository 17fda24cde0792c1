export function outdatedPackage(folder?: string): string | undefined;
