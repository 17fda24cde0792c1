// Runs before the first paint, so that the page never shows in one theme and then in another.
try {
  // oxlint-disable-next-line no-restricted-globals -- no module has been loaded yet
  const { theme } = JSON.parse(localStorage.getItem("kubepad.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Where the browser keeps nothing, the theme follows the system.
}
