export declare const checkerOptions: readonly string[];
export declare const checkerEnvironment: Readonly<Record<string, string>>;
