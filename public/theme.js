// Runs before the first paint, so that the page never shows in one theme and then in another.
const parameters = new URLSearchParams(location.search);
const embed = parameters.get("embed");
if (embed !== null) document.documentElement.dataset.embed = embed;
try {
  // An embed takes its theme from the page around it, not from the settings of the reader's own Kubepad.
  // oxlint-disable-next-line no-restricted-globals -- no module has been loaded yet
  const settings = embed === null ? JSON.parse(localStorage.getItem("kubepad.settings") ?? "{}") : undefined;
  const theme = settings === undefined ? parameters.get("theme") : settings.theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Where the browser keeps nothing, the theme follows the system.
}
