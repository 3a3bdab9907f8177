import type { Day } from '@/domain/day';

/** A call by a subscriber or by the operator, with its outcome. */
export interface Entry {
  at: Date;
  accountId: string;
  command: string;
  input: Record<string, unknown>;
  /**
   * 'ok', or the error code of a refusal. Null until the response. Stays null if the process is killed or a
   * commit is not acknowledged.
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

/** A simulated subscriber. */
export interface Subscriber {
  /** The unique number of the subscriber. Card numbers and the postal address depend on this number. */
  number: number;
  accountId: string;
  subscriptionId: string;
  paymentDay: number;
  frequency: 1 | 2 | 3;
  registeredOn: Day;
  /** The referral code that the subscriber entered, or null. */
  code: string | null;
  /** Whether the subscriber sends no commands after the registration. The oracle then knows all payment dates. */
  isPassive: boolean;
}

/** Whether the subscriber belongs to the quarter of subscribers who share one postal address. */
export const sharesAddress = ({ number }: { number: number }) => number % 4 === 0;
