import type { Day } from '@/domain/day';

/** What somebody asked for and what they were told, in the order in which it was answered. */
export interface Entry {
  at: Date;
  accountId: string;
  command: string;
  input: Record<string, unknown>;
  /** 'ok', or the code of the refusal; null while the answer has not come, for ever if the process was killed or a commit got no answer. */
  told: string | null;
  answeredAt: Date | null;
  answer: unknown;
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
      const entry: Entry = { ...asked, told: null, answeredAt: null, answer: null };
      entries.push(entry);
      return entry;
    },
  };
}

/** Somebody of the run, as they registered. */
export interface Person {
  /** Tells their cards from everybody else's. */
  number: number;
  accountId: string;
  subscriptionId: string;
  paymentDay: number;
  frequency: 1 | 2 | 3;
  registeredOn: Day;
  /** The friend's code that they typed. */
  code: string | null;
  /** Never changes anything: what happens to them can be told beforehand, to the day. */
  quiet: boolean;
}

/** Whether a simulated subscriber is one of those with the same postal address. */
export const sharesHome = ({ number }: { number: number }) => number % 4 === 0;
