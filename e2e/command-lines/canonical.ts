/**
 * Replaces what differs from run to run: times, ages, names and addresses that servers choose, the flag with the
 * address in recorded command lines, and a race in kubectl: whether it warns of a watch that its own timeout ends.
 */
export function canonical(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, "HOST")
    .replace(/ --server=http:\/\/HOST/g, "")
    .replace(/[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+/g, "KLOG")
    .replace(/^KLOG reflector\.go:\d+\] "Warning: watch ended with error".*\n/gm, "")
    .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, "UID")
    .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, "TIME")
    .replace(/\b20\d\d-\d\d-\d\d \d\d:\d\d:\d\d \+0000 UTC/g, "TIME")
    .replace(/\b\w{3}, \d\d \w{3} 20\d\d \d\d:\d\d:\d\d [+-]\d{4}/g, "TIME")
    .replace(/\b(?:20\d\d|1970)-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} [+-]\d{4}/g, "TIME")
    .replace(/\bresourceVersion(\\?"?): ?\\?"?\d+\\?"?/g, "resourceVersion$1: RV")
    .replace(/\bresourceVersion=[1-9]\d*/g, "resourceVersion=RV")
    .replace(/\btimeout=\d+m\d*s?&timeoutSeconds=/g, "timeout=N&timeoutSeconds=")
    .replace(/\btimeoutSeconds=\d+/g, "timeoutSeconds=N")
    .replace(/\bResource Version: +\d+/g, "Resource Version: RV")
    .replace(/\b10\.\d+\.\d+\.\d+/g, "10.IP")
    .replace(/ +10\.IP +/g, "  10.IP  ")
    .replace(/\b3[0-2]\d{3}\b/g, "NODEPORT")
    .replace(/( |^)(?:<invalid>|\d+[smhdy](?:\d+[smhd])?)(?=[ )]|$|\n)/gm, "$1AGE")
    .replace(/(AGE|LAST SEEN) +/g, "$1 ")
    .replace(/^( +Type +Reason +Age) +(From.*\n +-+ +-+ +-+) +/gm, "$1 $2 ")
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "TOKEN")
    .replace(/\/tmp\/[\w./-]+/g, "TMP")
    .replace(/milliseconds=\d+/g, "milliseconds=N")
    .replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, "-RANDOM");
}
