export declare const chromiumArguments: string[];
export declare const headlessArguments: string[];
export declare function ensureChromium(): string;
export declare function ensureHeadlessChromium(): string;
export declare function installBrowsers(): void;
export declare function findInPath(wanted: readonly string[]): string | undefined;
export declare function installPackages(names: readonly string[]): boolean;
