import { defineComponent, h, nextTick, onBeforeUnmount, onMounted, ref } from "vue";

type Shown = "live" | "text";

/**
 * A lesson that runs, and its text. Readers without JavaScript, and those who follow a link to a part of the lesson,
 * see the text.
 */
export const LiveLesson = defineComponent({
  props: { target: { type: String, required: true } },
  setup({ target }, { slots }) {
    const shown = ref<Shown | undefined>();
    const showPart = (): void => {
      if (location.hash.length < 2) return;
      shown.value = "text";
      void nextTick(() => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView());
    };
    onMounted(() => {
      shown.value = "live";
      showPart();
      addEventListener("hashchange", showPart);
    });
    onBeforeUnmount(() => removeEventListener("hashchange", showPart));
    const button = (name: Shown, words: string) =>
      h(
        "button",
        { type: "button", "aria-pressed": shown.value === name, onClick: () => void (shown.value = name) },
        words,
      );
    return () => [
      h("div", { class: "lesson-choice", role: "group", "aria-label": "How the lesson is shown" }, [
        button("live", "Live"),
        button("text", "Text"),
      ]),
      shown.value === "live" &&
        h("kubepad-embed", { view: "lesson", target, label: "The lesson, live", height: "640", class: "lesson-live" }),
      h("div", { class: "lesson-text", hidden: shown.value === "live" }, slots["default"]?.()),
    ];
  },
});
