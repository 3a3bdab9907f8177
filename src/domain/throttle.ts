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
  logInDevice: { max: 10, windowMinutes: 10 },
  logInAddress: { max: 300, windowMinutes: 10 },
  lineStart: { max: 300, windowMinutes: 60 },
  /** Links of any kind that are opened, with or without a secret that is ours. */
  linkAddress: { max: 300, windowMinutes: 10 },
  magicLinkEmail: { max: 5, windowMinutes: 60 },
  magicLinkMiss: { max: 20, windowMinutes: 60 },
  magicCode: { max: 5, windowMinutes: 15 },
  resetEmail: { max: 5, windowMinutes: 60 },
  currentPasswordAccount: { max: 10, windowMinutes: 10 },
  register: { max: 300, windowMinutes: 60 },
  mail: { max: 300, windowMinutes: 60 },
  mailAccount: { max: 5, windowMinutes: 60 },
  /** Sent to an address by whoever names it: a registration's mail, and the five that its account may ask for. */
  mailEmail: { max: 6, windowMinutes: 60 },
  qrAddress: { max: 300, windowMinutes: 60 },
  qrLink: { max: 30, windowMinutes: 60 },
  /** Wrong codes: of somebody who is registering, and of all visitors behind one address, invitations among them. */
  codeRegistration: { max: 5, windowMinutes: 15 },
  codeAddress: { max: 20, windowMinutes: 15 },
  /** Cards that were verified or charged for a person and brought no money, from one account, from one network and in all. */
  cardAccount: { max: 10, windowMinutes: DAY },
  cardNetwork: { max: 60, windowMinutes: HOUR },
  cardTotal: { max: 1000, windowMinutes: HOUR },
  /** Charges of one card that brought no money, those of the billing run included: what card schemes allow. */
  cardFingerprint: { max: 10, windowMinutes: 30 * DAY, rolling: true },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;

/** Returns the network of a caller's address: the first 24 bits of IPv4. An IPv6 address is a network of 56 bits already. */
export function networkOf(address: string): string {
  return address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}
