// oxfmt-ignore
const paths = {
  requests: "M2.5 5h9m0 0L9 2.5M11.5 5 9 7.5M13.5 11h-9m0 0L7 8.5M4.5 11 7 13.5",
  objects: "M8 1.8 13.5 5v6L8 14.2 2.5 11V5L8 1.8Zm0 6.2 5.5-3M8 8 2.5 5M8 8v6.2",
  world: "M8 2.5v3M3.5 13V9.5h9V13M8 5.5v4M6.3 2.5h3.4M2.3 13h2.4M6.8 13h2.4M11.3 13h2.4M8 9.5V13",
  watches: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  apply: "M2.5 3.5v3A1.5 1.5 0 0 0 4 8h8m1.5-4.5v3A1.5 1.5 0 0 1 12 8M8 8v5.5M5.8 11.4 8 13.6l2.2-2.2",
  cel: "M2 3h12M3.5 3v4h9V3M5 7v3.5h4V7M6 10.5V13h2v-2.5",
  definitions: "M3 2.5h3v3H3zM6 4h3.5M9.5 4v8M9.5 8H11M9.5 12H11M11 6.5h2.5v3H11zM11 10.5h2.5v3H11z",
  policies: "M8 1.8 13 3.6v4c0 3.2-2 5.4-5 6.6-3-1.2-5-3.4-5-6.6v-4L8 1.8ZM5.6 7.8l1.7 1.7 3.1-3.3",
  server: "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01",
  terminal: "M2 3h12v10H2zM4.5 6l2 2-2 2M8 10.5h3.5",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM13.5 13.5l-3.3-3.3",
  plus: "M8 3v10M3 8h10",
  close: "m4 4 8 8M12 4l-8 8",
  check: "m3 8.5 3.2 3.2L13 5",
  copy: "M6 6h7.5v7.5H6zM10 6V2.5H2.5V10H6",
  play: "M4.5 3v10l8-5-8-5Z",
  pause: "M5.5 3v10M10.5 3v10",
  stop: "M4 4h8v8H4z",
  record: "M8 13a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM8 8h.01",
  send: "M2.5 8h10M8.5 4l4 4-4 4",
  clear: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5 5 13h6l.5-8.5",
  pin: "M6 2.5h4l-.5 4 2.5 2.5H4l2.5-2.5-.5-4ZM8 9v4.5",
  more: "M3.4 8a.4.4 0 1 0 .8 0 .4.4 0 0 0-.8 0ZM7.6 8a.4.4 0 1 0 .8 0 .4.4 0 0 0-.8 0ZM11.8 8a.4.4 0 1 0 .8 0 .4.4 0 0 0-.8 0Z",
  down: "m4 6 4 4 4-4",
  right: "m6 4 4 4-4 4",
  left: "m10 4-4 4 4 4",
  up: "m4 10 4-4 4 4",
  sun: "M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  moon: "M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6Z",
  system: "M2 3h12v8H2zM6 13.5h4M8 11v2.5",
  help: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM6.2 6.3C6.2 5.2 7 4.6 8 4.6s1.8.6 1.8 1.6c0 1.4-1.8 1.4-1.8 2.8M8 11.3h.01",
  info: "M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM8 7.3v3.5M8 5.2h.01",
  warning: "M8 2.2 14.3 13H1.7L8 2.2ZM8 6.5v3M8 11.3h.01",
  refresh: "M13 5.5A5.5 5.5 0 1 0 13.5 9M13.3 2.5v3.2h-3.2",
  download: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13h11",
  upload: "M8 10.2V2.7M4.8 5.7 8 2.5l3.2 3.2M2.5 13h11",
  history: "M2.6 6A5.6 5.6 0 1 1 2.5 9.5M2.3 3v3.2h3.2M8 5v3.3l2.2 1.3",
  edit: "M3 13h2.3L13 5.3 10.7 3 3 10.7V13Z",
  external: "M9 2.5h4.5V7M13.2 2.8 7.5 8.5M11.5 9v4.5h-9v-9H7",
  dock: "M2 3h12v10H2zM2 9.5h12",
  command: "M6 6h4v4H6zM6 6H4.3A1.7 1.7 0 1 1 6 4.3V6Zm4 0V4.3A1.7 1.7 0 1 1 11.7 6H10Zm0 4h1.7a1.7 1.7 0 1 1-1.7 1.7V10Zm-4 0v1.7A1.7 1.7 0 1 1 4.3 10H6Z",
  person: "M8 7.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM2.8 13.6c.5-2.6 2.5-4 5.2-4s4.7 1.4 5.2 4",
  book: "M8 4.2C6.6 3 4.4 2.7 2.2 2.9v9.6c2.2-.2 4.4.1 5.8 1.3 1.4-1.2 3.6-1.5 5.8-1.3V2.9C11.6 2.7 9.4 3 8 4.2Zm0 0v9.6",
  flag: "M4 14V2.5M4 3h8.5l-2.2 3 2.2 3H4",
  filter: "M2 3.5h12L9.5 8.7v4.5l-3-1.5v-3L2 3.5Z",
} as const;

export type IconName = keyof typeof paths;

/** A 16 px line icon in the colour of the text. It never conveys information alone. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
