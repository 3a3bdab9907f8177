import { parseDay, type Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { lastPaymentDay } from '@/domain/retry';
import { isPaid, message, type OrderPayload } from './message';
import { Button, Notice, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_DAY, PREVIEW_FIX_URL, PREVIEW_OF_ORDER } from './preview-data';
import type { MailedBankAccount, Wording } from './wording';

interface Payload extends OrderPayload {
  paymentDate: Day;
  /** The amount that was not charged. */
  total: Satang;
  /** The total of the order after a change of its address; missing if it stays. */
  newTotal?: Satang;
  /** The gateway's failure code. */
  reason: string;
  /** The bank account that was charged; missing for a card. */
  bankAccount?: MailedBankAccount;
  nextTryOn: Day | null;
  /** Whether the subscriber needs another card: the declined card is not charged again. */
  needsCard: boolean;
  /** Whether no automatic charge follows. Takes precedence over `needsCard` and `nextTryOn`. */
  final: boolean;
  /** The date to which an order that was sent now has returned. Takes precedence over the other fields. */
  backOn?: Day;
  /**
   * The link that repairs the payment without a log-in. Null if nothing is owed or the order is no renewal; missing
   * once sent.
   */
  fixLink?: string | null;
  accountUrl: string;
}

const PLANNED_DAY = parseDay('2026-12-20');

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  paymentDate: PREVIEW_DAY,
  total: 43900,
  reason: 'insufficient_fund',
  nextTryOn: parseDay('2026-11-21'),
  needsCard: false,
  final: false,
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/**
 * Reports a declined charge: the reason and the next step, one of four. A renewal has a button that repairs it
 * without a log-in.
 */
export default message<Payload>({
  channel: 'line',
  secret: ['fixLink'],
  isObsolete: ({ backOn, nextTryOn, final }, { order }) => {
    if (order === null) return false;
    if (backOn) return order.status !== 'upcoming' || order.paymentDate !== backOn;
    if (nextTryOn !== null) return order.status !== 'charging' || order.dueOn !== nextTryOn;
    return final ? isPaid(order) : order.status !== 'charging';
  },
  head: (payload, wording) => {
    const { say, baht } = wording;
    const key = payload.fixLink ? 'emails.paymentFailed.subjectWaiting' : 'emails.paymentFailed.subject';
    return {
      subject: say(key, { total: baht(payload.total) }),
      preheader: nextOf(payload, wording).preheader,
      heading: say('emails.paymentFailed.heading'),
    };
  },
  body: (payload, wording) => {
    const { say, baht, day } = wording;
    const { total, paymentDate } = payload;
    const next = nextOf(payload, wording);
    return (
      <>
        <Paragraph>
          {say('emails.paymentFailed.intro', { total: baht(total), date: day(paymentDate) })}
        </Paragraph>
        <Notice title={say('emails.reason')} text={wording.reason(payload.reason, payload.bankAccount)} />
        {next.sentences.map((sentence) => (
          <Paragraph key={sentence}>{sentence}</Paragraph>
        ))}
        {payload.newTotal !== undefined && (
          <Paragraph>{say('emails.paymentFailed.newTotal', { total: baht(payload.newTotal) })}</Paragraph>
        )}
        {payload.fixLink && <Paragraph>{say('emails.paymentFailed.fix')}</Paragraph>}
        <Button
          href={payload.fixLink ?? payload.accountUrl}
          label={payload.fixLink ? say('emails.payButton', { total: baht(total) }) : next.button}
        />
        {next.more !== null && <Paragraph>{next.more}</Paragraph>}
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'needs another card': { ...PREVIEW, reason: 'stolen_or_lost_card', nextTryOn: null, needsCard: true },
    'bank account': { ...PREVIEW, bankAccount: { bank: 'kbank', lastDigits: '1234' } },
    final: { ...PREVIEW, reason: 'payment_rejected', nextTryOn: null, final: true },
    'first payment': { ...PREVIEW, nextTryOn: null, needsCard: true, fixLink: null },
    disputed: { ...PREVIEW, reason: 'disputed', nextTryOn: null, needsCard: true, fixLink: null },
    'ordered now': {
      ...PREVIEW,
      paymentDate: PLANNED_DAY,
      backOn: PLANNED_DAY,
      nextTryOn: null,
      fixLink: null,
      newTotal: 45900,
    },
    'nothing planned': { ...PREVIEW, reason: 'a code nobody has met', nextTryOn: null },
  },
});

interface NextStep {
  preheader: string;
  sentences: string[];
  button: string;
  /** A sentence below the button. */
  more: string | null;
}

function nextOf(payload: Payload, { say, baht, day }: Wording): NextStep {
  const { nextTryOn, needsCard, final, total, paymentDate } = payload;
  // A first payment and a reactivation have no retry schedule, and no link to repair them.
  const endsOn = payload.fixLink
    ? say('emails.paymentFailed.endsOn', { date: day(lastPaymentDay(paymentDate)) })
    : null;
  const step = {
    preheader: say('emails.paymentFailed.preheaderOther'),
    button: say('emails.openAccount'),
    more: null,
  };
  if (payload.backOn) {
    const back = say('emails.paymentFailed.back', { date: day(payload.backOn) });
    return { ...step, preheader: back, sentences: [back], more: say('emails.paymentFailed.backLater') };
  }
  if (payload.reason === 'disputed') return { ...step, sentences: [say('emails.paymentFailed.disputed')] };
  if (final) {
    const how = payload.fixLink ? [] : [say('emails.paymentFailed.finalCard')];
    return { ...step, sentences: [say('emails.paymentFailed.final'), ...how] };
  }
  if (needsCard && endsOn !== null) {
    return {
      ...step,
      preheader: say('emails.paymentFailed.preheaderUntil', { date: day(lastPaymentDay(paymentDate)) }),
      sentences: [say('emails.paymentFailed.noMoreTries')],
      more: endsOn,
    };
  }
  if (needsCard) {
    return {
      ...step,
      preheader: say('emails.paymentFailed.preheaderCard'),
      sentences: [say('emails.paymentFailed.needsCard', { total: baht(total) })],
      button: say('emails.paymentFailed.addCard'),
    };
  }
  if (nextTryOn !== null) {
    const date = { date: day(nextTryOn) };
    return {
      ...step,
      preheader: say('emails.paymentFailed.preheaderRetry', date),
      sentences: [say('emails.paymentFailed.retry', date)],
      more: endsOn ?? say('emails.paymentFailed.otherCard'),
    };
  }
  return { ...step, sentences: payload.fixLink ? [] : [say('emails.paymentFailed.open')] };
}
