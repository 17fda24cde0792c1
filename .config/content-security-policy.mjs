/**
 * What the page may load and reach: its own files. Styles may stand in the document because the editor writes them
 * there, and workers may be made of blobs, in which the functions run that people write.
 */
export const contentSecurityPolicy = Object.entries({
  "default-src": "'self'",
  "script-src": "'self'",
  "connect-src": "'self'",
  "worker-src": "'self' blob:",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "font-src": "'self' data:",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join("; ");

/** A Vite plugin that puts the policy into the built page, for hosts that send no headers of their own. */
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
