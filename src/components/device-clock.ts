/**
 * Returns the time of the user's device in milliseconds since 1970. Use it only for data stored on that
 * device.
 */
export function deviceNow(): number {
  return Date.now();
}
