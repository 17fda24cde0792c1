/**
 * Reports whether the reader has asked to use little data (`navigator.connection.saveData`, which not all browsers
 * have).
 */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, "connection");
  return Reflect.get(Object(connection), "saveData") === true;
}
