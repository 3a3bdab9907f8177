export interface Caller {
  /** The network address of the request; for IPv6 the /56 network. */
  address: string;
  /** The shortened user agent; shown in the list of sessions. */
  device: string | null;
  /** The value of the device cookie. */
  deviceCookie?: string | null;
}
