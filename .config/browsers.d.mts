/** The programs of the browsers besides Chromium; undefined for those that are not installed. */
export declare function findBrowsers(): {
  readonly firefox: string | undefined;
  readonly webkit: { readonly driver: string; readonly xvfb: string; readonly miniBrowser: string } | undefined;
};
