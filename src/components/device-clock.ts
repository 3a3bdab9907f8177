/** Returns the time of the reader's device in milliseconds since 1970; only for data stored on that device. */
export function deviceNow(): number {
  // eslint-disable-next-line no-restricted-syntax -- the device's own storage has no server time
  return Date.now();
}
