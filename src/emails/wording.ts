import type { Day } from '@/domain/day';
import type { LinkBank } from '@/domain/bank-account';
import { isOfAccount, reasonOf } from '@/domain/decline';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { bahtText, deadlineText, momentText, shortDayText } from '@/locales/format';
import { politeName } from '@/locales/polite-name';
import { translate, type WordKey, type WordParams } from '@/locales/translate';

const NAME_MAX = 40;

/** Where a subscriber reaches the shop, and who the seller is; shown below each mail to a subscriber. */
export interface Help {
  email: string | null;
  /** The id of the LINE official account ('@ira') or its URL. */
  line: string | null;
  seller: string | null;
}

const NO_HELP: Help = { email: null, line: null, seller: null };

/** The sentences of one language and its formats for money, days and instants. */
export interface Wording {
  locale: Locale;
  say: (key: WordKey, params?: WordParams) => string;
  /** Formats satang: 43900 → '฿439.00', 149000 → '฿1,490.00'. */
  baht: (amount: Satang) => string;
  /** Formats a day: '20 Nov 2026', in Thai '20 พ.ย. 2569'. */
  day: (day: Day) => string;
  /**
   * Formats an ISO instant in Bangkok time: '20 Nov 2026, 14:30 (Bangkok time)'. Throws RangeError for any
   * other text.
   */
  moment: (instant: string) => string;
  /**
   * Formats an ISO instant as a deadline: 'the end of Fri 20 Nov 2026 (Bangkok time)'. Throws RangeError for
   * any other text.
   */
  deadline: (instant: string) => string;
  /**
   * Returns the sentence for the gateway's failure code of a declined payment; a general sentence for an
   * unknown code. @param account the bank account that was charged; null or omitted for other payments
   */
  reason: (code: string, account?: MailedBankAccount | null) => string;
  /** Names a bank account by its bank and last digits. */
  bankAccount: (account: MailedBankAccount) => string;
  greeting: (firstName: string) => string;
  help: Help;
}

export function wordingOf(locale: Locale, help: Help = NO_HELP): Wording {
  const say = (key: WordKey, params?: WordParams) => translate(locale, key, params);
  return {
    locale,
    help,
    say,
    day: (value) => shortDayText(value, locale),
    baht: (amount) => bahtText(amount, locale),
    moment: (instant) => say('emails.moment', { moment: momentText(instant, locale) }),
    deadline: (instant) => say('emails.moment', { moment: deadlineText(instant, locale) }),
    reason: (code, account) => {
      const reason = reasonOf(code);
      if (!account || !isOfAccount(reason)) return say(`declines.${reason}`);
      return say(`bankAccounts.declines.${reason}`, { account: bankAccountIn(say, account) });
    },
    bankAccount: (account) => bankAccountIn(say, account),
    greeting: (firstName) => {
      const name = nameIn(locale, firstName);
      return name === '' ? say('emails.greetingNoName') : say('emails.greeting', { name });
    },
  };
}

/** A bank account, as messages name it. */
export interface MailedBankAccount {
  bank: LinkBank;
  lastDigits: string;
}

const bankAccountIn = (say: Wording['say'], { bank, lastDigits }: MailedBankAccount): string =>
  say('bankAccounts.name', { bank: say(`bankAccounts.banks.${bank}`), lastDigits });

/**
 * Removes control characters, text-direction characters and line breaks from a text. The result cannot add a
 * mail header or reverse the order of a sentence.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

// A visitor who registers chooses both the name and the recipient. A name that contains a URL could send an
// attacker's link to other people, so such a name is left out.
function nameIn(locale: Locale, firstName: string): string {
  const name = oneLine(firstName);
  if (name.length > NAME_MAX || /:\/\/|www\.|@|[a-z0-9]\.[a-z]{2,}/i.test(name)) return '';
  return politeName(name, locale);
}
