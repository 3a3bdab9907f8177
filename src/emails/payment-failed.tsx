import { parseDay } from '@/domain/day';
import { lastPaymentDay } from '@/domain/retry';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Notice, OrderNumber, Paragraph } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_FIX_URL,
  PREVIEW_ORDER,
  PREVIEW_ORDER_NUMBER,
} from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

type Payload = MessagePayloads['payment_failed'];

export const PreviewProps: Payload = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  paymentDate: PREVIEW_DAY,
  total: 43900,
  reason: 'insufficient_fund',
  nextTryOn: parseDay('2026-11-21'),
  needsCard: false,
  final: false,
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

const PLANNED_DAY = parseDay('2026-12-20');

export const MorePreviews: Record<string, Payload> = {
  'needs another card': { ...PreviewProps, reason: 'stolen_or_lost_card', nextTryOn: null, needsCard: true },
  final: { ...PreviewProps, reason: 'payment_rejected', nextTryOn: null, final: true },
  'first payment': { ...PreviewProps, nextTryOn: null, needsCard: true, fixLink: null },
  disputed: { ...PreviewProps, reason: 'disputed', nextTryOn: null, needsCard: true, fixLink: null },
  'ordered now': {
    ...PreviewProps,
    paymentDate: PLANNED_DAY,
    backOn: PLANNED_DAY,
    nextTryOn: null,
    fixLink: null,
    newTotal: 45900,
  },
  'nothing planned': { ...PreviewProps, reason: 'a code nobody has met', nextTryOn: null },
};

export function subjectOf({ total, fixLink }: Payload, { say, baht }: Wording): string {
  const amount = { total: baht(total) };
  return say(fixLink ? 'emails.paymentFailed.subjectWaiting' : 'emails.paymentFailed.subject', amount);
}

/**
 * Reports a declined charge: the reason and the next step, one of four. A renewal has a button that repairs it
 * without a log-in.
 */
export default function PaymentFailed({ payload, wording, subject }: TemplateProps<'payment_failed'>) {
  const { say, baht, day } = wording;
  const { total, paymentDate } = payload;
  const next = nextOf(payload, wording);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={next.preheader}
      heading={say('emails.paymentFailed.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>
        {say('emails.paymentFailed.intro', { total: baht(total), date: day(paymentDate) })}
      </Paragraph>
      <Notice title={say('emails.reason')} text={wording.reason(payload.reason)} />
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
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}

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
  if (needsCard) {
    return {
      preheader: say('emails.paymentFailed.preheaderCard'),
      sentences: [say('emails.paymentFailed.needsCard', { total: baht(total) })],
      button: say('emails.paymentFailed.addCard'),
      more: endsOn,
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
