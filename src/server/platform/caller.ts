export interface Caller {
  /** The IP address of the request. For IPv6, the /56 range of the address. */
  address: string;
  /** The shortened user agent, shown in the list of sessions; null without a user agent. */
  device: string | null;
  /** The value of the device cookie; null or undefined without a cookie. */
  deviceCookie?: string | null;
}
