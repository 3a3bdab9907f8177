import type { Day } from '@/domain/day';

/** A call of a subscriber or the operator and its outcome. Entries are in the order of the calls. */
export interface Entry {
  at: Date;
  accountId: string;
  command: string;
  input: Record<string, unknown>;
  /**
   * 'ok' or the code of the refusal. Null before the response; for ever if the process was killed or a commit was not
   * acknowledged.
   */
  outcome: string | null;
  respondedAt: Date | null;
  response: unknown;
}

export interface Journal {
  entries: Entry[];
  write(entry: Pick<Entry, 'at' | 'accountId' | 'command' | 'input'>): Entry;
}

export function createJournal(): Journal {
  const entries: Entry[] = [];
  return {
    entries,
    write: (asked) => {
      const entry: Entry = { ...asked, outcome: null, respondedAt: null, response: null };
      entries.push(entry);
      return entry;
    },
  };
}

/** A simulated subscriber, with the choices of the registration. */
export interface Subscriber {
  /** Makes the card numbers of each subscriber different. */
  number: number;
  accountId: string;
  subscriptionId: string;
  paymentDay: number;
  frequency: 1 | 2 | 3;
  registeredOn: Day;
  /** The referral code that they entered. */
  code: string | null;
  /** Changes nothing after registration, so that the oracle knows every payment date in advance. */
  isPassive: boolean;
}

/** Whether the subscriber is one of the quarter that share a postal address. */
export const sharesAddress = ({ number }: { number: number }) => number % 4 === 0;
