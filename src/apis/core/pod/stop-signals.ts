const split = (names: string): readonly string[] => names.split(" ");

const numbered = (name: string, sign: string, most: number): readonly string[] =>
  Array.from({ length: most }, (_, i) => `${name}${sign}${i + 1}`).toSorted();

/** The signals that stop containers of Linux, in the order that errors list them: by their bytes. */
export const stopSignals: readonly string[] = [
  ...split("SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE"),
  ...split("SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX"),
  ...numbered("SIGRTMAX", "-", 14),
  "SIGRTMIN",
  ...numbered("SIGRTMIN", "+", 15),
  ...split("SIGSEGV SIGSTKFLT SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2"),
  ...split("SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ"),
];

/** The signals that stop containers of Windows. */
export const windowsStopSignals: readonly string[] = ["SIGKILL", "SIGTERM"];
