// Shows the frame that the page had when it was left, until the page itself is drawn: only its bars, without content.
try {
  const root = document.getElementById("root");
  const entry = document.querySelector("script[type=module]")?.getAttribute("src");
  // oxlint-disable-next-line no-restricted-globals -- no module has been loaded yet
  const kept = JSON.parse(localStorage.getItem("kubepad.frame") ?? "null");
  const isSame = kept?.entry === entry && kept.narrow === matchMedia("(max-width: 799px)").matches;
  if (isSame && document.documentElement.dataset.embed === undefined) {
    let waiting = kept.styles.length;
    const frame = document.createElement("div");
    frame.inert = true;
    frame.style.visibility = "hidden";
    frame.innerHTML = kept.html;
    root.append(frame);
    for (const href of kept.styles) {
      const style = document.createElement("link");
      style.rel = "stylesheet";
      style.href = href;
      style.onload = () => {
        waiting -= 1;
        if (waiting === 0) frame.style.visibility = "";
      };
      style.onerror = () => frame.remove();
      document.head.append(style);
    }
  }
} catch {
  // Where the browser keeps nothing, the page shows when it is drawn.
}
