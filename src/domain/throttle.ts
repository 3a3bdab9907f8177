/** At most `max` uses within `windowMinutes`: a window that the first use opens, or any such span if `rolling`. */
export type Throttle = { max: number; windowMinutes: number; rolling?: true };

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * The rate limits and what each counts by: the suffix of the name, or without one the network address. `magicCode`
 * counts by e-mail. Log-in failures of a known device have their own count; all others share the account's.
 */
export const THROTTLES = {
  logInAccount: { max: 10, windowMinutes: 10 },
  /** In addition to `logInAccount`: attempts of one network for one account, and of all such networks together. */
  logInNetwork: { max: 3, windowMinutes: DAY },
  logInReserve: { max: 1000, windowMinutes: DAY },
  logInDevice: { max: 10, windowMinutes: 10 },
  logInAddress: { max: 300, windowMinutes: 10 },
  lineStart: { max: 300, windowMinutes: 60 },
  /** Opened links of any kind, with a valid secret or not. */
  linkAddress: { max: 300, windowMinutes: 10 },
  magicCode: { max: 5, windowMinutes: 15 },
  currentPasswordAccount: { max: 10, windowMinutes: 10 },
  register: { max: 300, windowMinutes: 60 },
  registerNetwork: { max: 1000, windowMinutes: DAY },
  /** Responses that reveal whether an e-mail has an account, per network address and per network. */
  enumeration: { max: 20, windowMinutes: 60 },
  enumerationNetwork: { max: 60, windowMinutes: DAY },
  /** Mails requested by callers without a known device. */
  mail: { max: 300, windowMinutes: 60 },
  mailNetwork: { max: 1000, windowMinutes: DAY },
  mailAccount: { max: 5, windowMinutes: 60 },
  mailAccountDay: { max: 20, windowMinutes: DAY },
  /** Mails to one e-mail address requested by callers without a known device, in any 24 hours. */
  mailStranger: { max: 6, windowMinutes: DAY, rolling: true },
  /** Login links and password resets, per known device and for all known devices of an account. */
  mailDevice: { max: 5, windowMinutes: 60 },
  mailKnown: { max: 20, windowMinutes: DAY },
  /** Wrong operator tokens from one network. */
  operatorNetwork: { max: 10, windowMinutes: 10, rolling: true },
  qrAddress: { max: 300, windowMinutes: 60 },
  qrLink: { max: 30, windowMinutes: 60 },
  /** Wrong codes per registration, and per network address over all visitors, invitations included. */
  codeRegistration: { max: 5, windowMinutes: 15 },
  codeAddress: { max: 20, windowMinutes: 15 },
  codeNetwork: { max: 200, windowMinutes: DAY },
  /** Stored responses under an idempotency key for callers without a session. */
  storedAnswer: { max: 1000, windowMinutes: DAY },
  /** Cards verified or charged without a payment, per account, per network and in all. */
  cardAccount: { max: 10, windowMinutes: DAY },
  cardNetwork: { max: 60, windowMinutes: HOUR },
  cardNetworkDay: { max: 300, windowMinutes: DAY },
  cardTotal: { max: 1000, windowMinutes: HOUR },
  /** Failed charges of one card, billing run included: the limit of the card schemes. */
  cardFingerprint: { max: 10, windowMinutes: 30 * DAY, rolling: true },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;

/**
 * Returns the network of an IP address: the first 24 bits of IPv4. An IPv6 address is already stored as a /56 network.
 */
export function networkOf(address: string): string {
  return address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}
