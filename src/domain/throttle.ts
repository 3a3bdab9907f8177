/**
 * A rate limit: at most `max` uses within `windowMinutes`. The first use starts the window. With `rolling`,
 * the limit applies to any period of this length.
 */
export type Throttle = { max: number; windowMinutes: number; rolling?: true };

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * The rate limits. The end of a name is the unit that is counted: Account, Device, Address (IP address) or
 * Network (IP network, see `networksOf`). A name without such an end counts by IP address. `magicCode` counts by
 * e-mail. Log-in failures of a known device have their own count. All other log-in failures share the count of the
 * account.
 */
export const THROTTLES = {
  logInAccount: { max: 10, windowMinutes: 10 },
  /**
   * After `logInAccount` is exceeded: log-in attempts for one account, from one IP network and from all
   * networks.
   */
  logInNetwork: { max: 3, windowMinutes: DAY },
  logInReserve: { max: 1000, windowMinutes: DAY },
  logInDevice: { max: 10, windowMinutes: 10 },
  logInAddress: { max: 300, windowMinutes: 10 },
  lineStart: { max: 300, windowMinutes: 60 },
  /** Passkey challenges. The log-in page requests one when it opens. */
  passkeyChallenge: { max: 600, windowMinutes: 10 },
  /** Opened links of any kind, with a valid or an invalid secret. */
  linkAddress: { max: 300, windowMinutes: 10 },
  magicCode: { max: 5, windowMinutes: 15 },
  currentPasswordAccount: { max: 10, windowMinutes: 10 },
  register: { max: 300, windowMinutes: 60 },
  registerNetwork: { max: 1000, windowMinutes: DAY },
  /** Responses that reveal whether an e-mail has an account, per IP address and per IP network. */
  enumeration: { max: 20, windowMinutes: 60 },
  enumerationNetwork: { max: 60, windowMinutes: DAY },
  /**
   * Requested mails, per IP address, IP network and account. Requests from a known device are counted
   * separately.
   */
  mail: { max: 300, windowMinutes: 60 },
  mailNetwork: { max: 1000, windowMinutes: DAY },
  mailAccount: { max: 5, windowMinutes: 60 },
  mailAccountDay: { max: 20, windowMinutes: DAY },
  /**
   * Mails to one e-mail address in any 24 hours. Only mails to an unproven address, or requested without a
   * known device, count.
   */
  mailStranger: { max: 6, windowMinutes: DAY, rolling: true },
  /**
   * Requests for login links and password resets: from one known device, and from all known devices of an
   * account.
   */
  mailDevice: { max: 5, windowMinutes: 60 },
  mailKnown: { max: 20, windowMinutes: DAY },
  /** Codes of an authenticator app that one member of the staff enters. */
  staffCode: { max: 5, windowMinutes: 15 },
  /**
   * Log-in links to one e-mail of the staff that browsers without its device cookie request. After `staffMail` is
   * exceeded: requests from one IP network and from all networks.
   */
  staffMail: { max: 5, windowMinutes: 15 },
  staffMailNetwork: { max: 3, windowMinutes: DAY },
  staffMailReserve: { max: 100, windowMinutes: DAY },
  /**
   * Refusals of the desk that the audit records, from one IP network, and in total: of all strangers together, and of each
   * member. Beyond them a stranger could fill it.
   */
  deskRefusalNetwork: { max: 100, windowMinutes: HOUR },
  deskRefusals: { max: 1000, windowMinutes: HOUR },
  /** Wrong operator tokens from one IP network. */
  operatorNetwork: { max: 10, windowMinutes: 10, rolling: true },
  /** Calls with one API token. */
  tokenCalls: { max: 600, windowMinutes: 1 },
  /** Contact forms, and messages on the page of one conversation. */
  contactAddress: { max: 5, windowMinutes: HOUR },
  contactNetwork: { max: 30, windowMinutes: DAY },
  contactAccount: { max: 10, windowMinutes: DAY },
  talkLink: { max: 20, windowMinutes: HOUR },
  /** Links to confirmation pages in answers to one LINE user. Beyond them an answer opens the account. */
  lineLinks: { max: 60, windowMinutes: DAY },
  /** Pictures of one LINE user that are decoded and stored. Beyond them only the message is. */
  linePictures: { max: 30, windowMinutes: 30 * DAY },
  qrAddress: { max: 300, windowMinutes: 60 },
  qrLink: { max: 30, windowMinutes: 60 },
  slipAddress: { max: 60, windowMinutes: 60 },
  slipLink: { max: 10, windowMinutes: 60 },
  /**
   * Wrong discount codes: per registration, per IP address and per IP network. Invitation pages count too.
   */
  codeRegistration: { max: 5, windowMinutes: 15 },
  codeAddress: { max: 20, windowMinutes: 15 },
  codeNetwork: { max: 200, windowMinutes: DAY },
  /** Codes that a first payment refused. A refusal can reveal that a phone number belongs to a customer. */
  codeRefusedNetwork: { max: 20, windowMinutes: DAY },
  /** Responses that are stored by idempotency key for callers without a session. */
  storedAnswer: { max: 1000, windowMinutes: DAY },
  /**
   * Verified cards, and charged cards without a successful payment: per account, per IP network and in total. The limits
   * of networks never refuse an account that has paid. Beyond the total, an account that has not paid has to confirm
   * each charge by 3-D Secure. Cards of a repair link count for the link instead of the account.
   */
  cardAccount: { max: 10, windowMinutes: DAY },
  cardLink: { max: 10, windowMinutes: DAY },
  cardNetwork: { max: 60, windowMinutes: HOUR },
  cardNetworkDay: { max: 300, windowMinutes: DAY },
  cardTotal: { max: 1000, windowMinutes: HOUR },
  /** Started links of bank accounts, and first payments by bank account. */
  bankAccount: { max: 30, windowMinutes: DAY },
  /** Failed charges of one card, including the billing run. The card schemes set this limit. */
  cardFingerprint: { max: 10, windowMinutes: 30 * DAY, rolling: true },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof THROTTLES;

const BY_CALLER: ReadonlySet<string> = new Set<ThrottleName>([
  'lineStart',
  'passkeyChallenge',
  'register',
  'enumeration',
  'mail',
  'storedAnswer',
  'tokenCalls',
]);

/** Whether a limit counts by the caller's IP address, network or token, not by an account or e-mail that others use too. */
export const isOfCaller = (name: ThrottleName): boolean =>
  /(Address|Network|NetworkDay)$/.test(name) || BY_CALLER.has(name);

/** An IP network, and how often it may use a limit of which the smallest networks may use `max`. */
export interface Network {
  network: string;
  budget: number;
}

/** The budgets of an IPv6 network by its length: a household has a /56, a hosted server a /48, a provider a /32. */
const IPV6_BUDGETS = [
  { bits: 48, groups: 3, budget: 4 },
  { bits: 32, groups: 2, budget: 32 },
] as const;

/** The tries of the smallest network that no limit of a larger network refuses, because strangers share that limit. */
export const FIRST_TRIES = 3;

/**
 * Returns the IP networks of an IP address, the smallest first: the /24 of an IPv4 address; the /56, /48 and /32 of an
 * IPv6 address, which is stored as its /56.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  const groups = address.split(':');
  const smallest = { network: address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24'), budget: 1 };
  if (groups.length === 1) return [smallest];
  return [
    smallest,
    ...IPV6_BUDGETS.map(({ bits, groups: kept, budget }) => ({
      network: `${groups.slice(0, kept).join(':')}::/${bits}`,
      budget,
    })),
  ];
}

/** Returns the smallest IP network of an IP address. */
export const networkOf = (address: string): string => networksOf(address)[0].network;

/** Whether a network has used up a limit. `first`: the number of uses of the smallest network; null for itself. */
export function isNetworkAtLimit(count: number, max: number, first: number | null): boolean {
  return count > max && (first === null || first > FIRST_TRIES);
}
