export declare const oldestBrowsers: Readonly<Record<"chrome" | "firefox" | "safari", string>>;
export declare const browserTargets: string[];
