import type { Satang } from '@/domain/money';
import { headOf, message, type OrderPayload } from './message';
import { TapActions } from './one-tap';
import { Button, Notice, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_FIX_URL, PREVIEW_OF_ORDER } from './preview-data';
import type { MailedBankAccount } from './wording';

/** The subscription has stopped. `points`: the balance after the return of held points. */
interface Payload extends OrderPayload {
  total: Satang;
  /** The gateway's failure code; null when a payment link expired. */
  reason: string | null;
  /** The bank account that was charged last; missing for a card. */
  bankAccount?: MailedBankAccount;
  points: number;
  /** The link that pays the order without a log-in; null while a dispute holds all charges; missing once sent. */
  fixLink?: string | null;
  accountUrl: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  total: 43900,
  reason: 'insufficient_fund',
  points: 279,
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Reports the end of the subscription, the state of orders and points, and the way to reactivate. */
export default message<Payload>({
  channel: 'line',
  secret: ['fixLink'],
  isObsolete: (_, { order, subscriptionStatus }) =>
    order?.status !== 'unpaid' || subscriptionStatus !== 'inactive',
  head: headOf('subscriptionInactive'),
  body: (payload, wording) => {
    const { say, baht } = wording;
    return (
      <>
        <Paragraph>{say('emails.subscriptionInactive.intro', { total: baht(payload.total) })}</Paragraph>
        {payload.reason !== null && (
          <Notice title={say('emails.reason')} text={wording.reason(payload.reason, payload.bankAccount)} />
        )}
        <Paragraph>{say('emails.subscriptionInactive.nothing')}</Paragraph>
        {payload.fixLink ? (
          <>
            <Paragraph>{say('emails.subscriptionInactive.fix', { total: baht(payload.total) })}</Paragraph>
            <Button href={payload.fixLink} label={say('emails.payButton', { total: baht(payload.total) })} />
            <Paragraph>{say('emails.subscriptionInactive.restart')}</Paragraph>
            <TapActions
              actions={[
                { href: payload.accountUrl, label: say('emails.subscriptionInactive.restartButton') },
              ]}
            />
          </>
        ) : (
          <>
            <Paragraph>{say('emails.subscriptionInactive.back')}</Paragraph>
            <Button href={payload.accountUrl} label={say('emails.openAccount')} />
          </>
        )}
        {payload.points > 0 && (
          <Paragraph>{say('emails.subscriptionInactive.points', { count: payload.points })}</Paragraph>
        )}
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'link ran out': { ...PREVIEW, reason: null, points: 0 },
    'bank account': { ...PREVIEW, bankAccount: { bank: 'scb', lastDigits: '1234' } },
    disputed: { ...PREVIEW, reason: 'disputed', fixLink: null },
  },
});
