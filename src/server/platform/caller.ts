export interface Caller {
  /** The IP address of the request; for IPv6 its /56 range. */
  address: string;
  /** The shortened user agent, shown in the list of sessions; null without a user agent. */
  device: string | null;
  /** The value of the device cookie. */
  deviceCookie?: string | null;
}
