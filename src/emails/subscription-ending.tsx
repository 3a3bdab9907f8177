import { parseDay, type Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { headOf, message, type OrderPayload } from './message';
import { Button, Highlight, Notice, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_FIX_URL, PREVIEW_OF_ORDER } from './preview-data';
import type { MailedBankAccount } from './wording';

/**
 * The subscription stops soon unless an owed order is paid. `payUntil`: the last day on which it can be paid.
 * `lastTryOn`: the day of the last charge; null if the card is not charged again.
 */
interface Payload extends OrderPayload {
  paymentDate: Day;
  total: Satang;
  /** The failure code of the last charge; null without one. */
  reason: string | null;
  /** The bank account that was charged last; missing for a card. */
  bankAccount?: MailedBankAccount;
  payUntil: Day;
  lastTryOn: Day | null;
  /** The link that pays the order without a log-in; null while a dispute holds all charges; missing once sent. */
  fixLink?: string | null;
  accountUrl: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  paymentDate: PREVIEW_DAY,
  total: 43900,
  reason: 'insufficient_fund',
  payUntil: parseDay('2026-12-02'),
  lastTryOn: parseDay('2026-12-03'),
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Warns that the subscription stops unless an owed order is paid, and tells how to pay it. */
export default message<Payload>({
  channel: 'line',
  secret: ['fixLink'],
  isObsolete: (_, { order }) => order?.status !== 'charging',
  head: headOf('subscriptionEnding', ({ total, payUntil }, { baht, day }) => ({
    total: baht(total),
    date: day(payUntil),
  })),
  body: (payload, wording) => {
    const { say, baht, day } = wording;
    const { lastTryOn, reason } = payload;
    const total = baht(payload.total);
    return (
      <>
        <Paragraph>{say('emails.subscriptionEnding.intro', { date: day(payload.paymentDate) })}</Paragraph>
        <Highlight
          label={say('emails.subscriptionEnding.amount')}
          value={total}
          note={say('emails.subscriptionEnding.until', { date: day(payload.payUntil) })}
        />
        <Button
          href={payload.fixLink ?? payload.accountUrl}
          label={payload.fixLink ? say('emails.payButton', { total }) : say('emails.openAccount')}
        />
        {payload.fixLink && <Paragraph>{say('emails.paymentFailed.fix')}</Paragraph>}
        {reason === 'disputed' && <Paragraph>{say('emails.paymentFailed.disputed')}</Paragraph>}
        {reason !== null && (
          <Notice title={say('emails.reason')} text={wording.reason(reason, payload.bankAccount)} />
        )}
        <Paragraph>
          {lastTryOn === null
            ? say('emails.subscriptionEnding.noTry')
            : say('emails.subscriptionEnding.lastTry', { date: day(lastTryOn) })}
        </Paragraph>
        <Paragraph>{say('emails.subscriptionEnding.keep')}</Paragraph>
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'no more charges': { ...PREVIEW, reason: 'expired_card', lastTryOn: null },
    'bank waits': { ...PREVIEW, reason: null },
    'bank account': { ...PREVIEW, bankAccount: { bank: 'scb', lastDigits: '1234' } },
    disputed: { ...PREVIEW, reason: 'disputed', lastTryOn: null, fixLink: null },
  },
});
