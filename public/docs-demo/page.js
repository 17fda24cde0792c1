const button = document.getElementById("theme");

const show = (dark) => {
  document.documentElement.classList.toggle("dark", dark);
  button.textContent = dark ? "Light" : "Dark";
};

button.addEventListener("click", () => show(!document.documentElement.classList.contains("dark")));
show(matchMedia("(prefers-color-scheme: dark)").matches);
