const [days, months] = ["SunMonTueWedThuFriSat", "JanFebMarAprMayJunJulAugSepOctNovDec"];
const three = (names: string, index: number): string => names.slice(index * 3, index * 3 + 3);

/** A time as the program `date` prints it in UTC. */
export function formatLocalDate(ms: number): string {
  const at = new Date(ms);
  const day = String(at.getUTCDate()).padStart(2);
  return `${three(days, at.getUTCDay())} ${three(months, at.getUTCMonth())} ${day} ${at.toISOString().slice(11, 19)} UTC ${at.getUTCFullYear()}`;
}
