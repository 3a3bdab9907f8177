/** At most `max` uses within `windowMinutes`: of a window that the first use opens, or of every such span if `rolling`. */
export type Throttle = { max: number; windowMinutes: number; rolling?: true };

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * What is limited, and for whom it is counted: the ending of a name says so where it is not the network address.
 * `magicCode` is counted by e-mail. Of log-in failures a device that the account knows has a count of its own, and all others share the account's.
 */
export const THROTTLES = {
  logInAccount: { max: 10, windowMinutes: 10 },
  /** Beyond `logInAccount`: tries of one network for one account, and of all such networks together. */
  logInNetwork: { max: 3, windowMinutes: DAY },
  logInReserve: { max: 1000, windowMinutes: DAY },
  logInDevice: { max: 10, windowMinutes: 10 },
  logInAddress: { max: 300, windowMinutes: 10 },
  lineStart: { max: 300, windowMinutes: 60 },
  /** Links of any kind that are opened, with or without a secret that is ours. */
  linkAddress: { max: 300, windowMinutes: 10 },
  magicCode: { max: 5, windowMinutes: 15 },
  currentPasswordAccount: { max: 10, windowMinutes: 10 },
  register: { max: 300, windowMinutes: 60 },
  registerNetwork: { max: 1000, windowMinutes: DAY },
  /** Answers that tell whether an e-mail has an account: to one network address, and to its whole network. */
  enumeration: { max: 20, windowMinutes: 60 },
  enumerationNetwork: { max: 60, windowMinutes: DAY },
  /** Mails that a caller without a known device asks for. */
  mail: { max: 300, windowMinutes: 60 },
  mailNetwork: { max: 1000, windowMinutes: DAY },
  mailAccount: { max: 5, windowMinutes: 60 },
  mailAccountDay: { max: 20, windowMinutes: DAY },
  /** All mails to one e-mail address that callers without a known device cause, in any 24 hours. */
  mailStranger: { max: 6, windowMinutes: DAY, rolling: true },
  /** Log-in links, and password resets, for one known device, and for all known devices of an account. */
  mailDevice: { max: 5, windowMinutes: 60 },
  mailKnown: { max: 20, windowMinutes: DAY },
  /** Wrong operator tokens from one network. */
  operatorNetwork: { max: 10, windowMinutes: 10, rolling: true },
  qrAddress: { max: 300, windowMinutes: 60 },
  qrLink: { max: 30, windowMinutes: 60 },
  /** Wrong codes: of somebody who is registering, and of all visitors behind one address, invitations among them. */
  codeRegistration: { max: 5, windowMinutes: 15 },
  codeAddress: { max: 20, windowMinutes: 15 },
  codeNetwork: { max: 200, windowMinutes: DAY },
  /** Answers stored under an idempotency key for callers without a session. */
  storedAnswer: { max: 1000, windowMinutes: DAY },
  /** Cards that were verified or charged for a person and brought no money, from one account, from one network and in all. */
  cardAccount: { max: 10, windowMinutes: DAY },
  cardNetwork: { max: 60, windowMinutes: HOUR },
  cardNetworkDay: { max: 300, windowMinutes: DAY },
  cardTotal: { max: 1000, windowMinutes: HOUR },
  /** Charges of one card that brought no money, those of the billing run included: what card schemes allow. */
  cardFingerprint: { max: 10, windowMinutes: 30 * DAY, rolling: true },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;

/** Returns the network of a caller's address: the first 24 bits of IPv4. An IPv6 address is a network of 56 bits already. */
export function networkOf(address: string): string {
  return address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}
