/**
 * Allows the page to load only its own files. Inline styles are allowed because the editor inserts them, and blob
 * workers because functions written by the user run in them.
 */
export const contentSecurityPolicy = Object.entries({
  "default-src": "'self'",
  "script-src": "'self'",
  "connect-src": "'self'",
  "worker-src": "'self' blob:",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "font-src": "'self' data:",
  "manifest-src": "'self'",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join("; ");

/**
 * The headers of a site whose page other sites may embed:
 *
 * - `frame-ancestors` says which pages may; a policy in the page cannot
 * - the two others let pages of other origins load `embed.js`, and frames without an origin load the page's scripts
 */
export const siteHeaders = {
  "Content-Security-Policy": `${contentSecurityPolicy}; frame-ancestors *`,
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Returns a Vite plugin that adds the policy to the built page, for hosts that cannot send headers. */
export const policyInPage = () => ({
  name: "kubepad-content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: contentSecurityPolicy },
      injectTo: "head-prepend",
    },
  ],
});
