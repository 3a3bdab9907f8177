/** Returns the time of the reader's device in milliseconds since 1970; only for what that device keeps itself. */
export function deviceNow(): number {
  // eslint-disable-next-line no-restricted-syntax -- of the device, whose storage outlives every answer of the server
  return Date.now();
}
