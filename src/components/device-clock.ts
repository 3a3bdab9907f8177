/**
 * Returns the time of the user's device in milliseconds since 1970. Use it only for data stored on that
 * device.
 */
export function deviceNow(): number {
  // eslint-disable-next-line no-restricted-syntax -- the device's own storage has no server time
  return Date.now();
}
