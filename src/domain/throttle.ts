/** At most `max` uses within `windowMinutes`. */
export type Throttle = { max: number; windowMinutes: number };

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
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;
