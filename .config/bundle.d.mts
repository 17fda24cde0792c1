export declare function bundleForNode(entry: string): Promise<string>;
export declare function bundleForPage(entry: string, name: string): Promise<string>;
