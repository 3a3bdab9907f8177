export interface Caller {
  /** The network address the request came from; of IPv6 the network that a household has. */
  address: string;
  /** What the browser calls itself, shortened; shown in the list of sessions. */
  device: string | null;
  /** The value of the browser's device cookie. */
  deviceCookie?: string | null;
}
