import { parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, Notice, OrderNumber, Paragraph } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_FIX_URL,
  PREVIEW_ORDER,
  PREVIEW_ORDER_NUMBER,
} from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

type Payload = MessagePayloads['subscription_ending'];

export const PreviewProps: Payload = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  paymentDate: PREVIEW_DAY,
  total: 43900,
  reason: 'insufficient_fund',
  payUntil: parseDay('2026-12-02'),
  lastTryOn: parseDay('2026-12-03'),
  fixLink: PREVIEW_FIX_URL,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, Payload> = {
  'no more charges': { ...PreviewProps, reason: 'expired_card', lastTryOn: null },
  'bank waits': { ...PreviewProps, reason: null },
  disputed: { ...PreviewProps, reason: 'disputed', lastTryOn: null, fixLink: null },
};

export function subjectOf({ total, payUntil }: Payload, { say, baht, day }: Wording): string {
  return say('emails.subscriptionEnding.subject', { total: baht(total), date: day(payUntil) });
}

/** Warns that the subscription stops unless an owed order is paid, and tells how to pay it. */
export default function SubscriptionEnding(props: TemplateProps<'subscription_ending'>) {
  const { payload, wording, subject } = props;
  const { say, baht, day } = wording;
  const { lastTryOn, reason } = payload;
  const total = baht(payload.total);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.subscriptionEnding.preheader')}
      heading={say('emails.subscriptionEnding.heading')}
      firstName={payload.firstName}
    >
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
      {reason !== null && <Notice title={say('emails.reason')} text={wording.reason(reason)} />}
      <Paragraph>
        {lastTryOn === null
          ? say('emails.subscriptionEnding.noTry')
          : say('emails.subscriptionEnding.lastTry', { date: day(lastTryOn) })}
      </Paragraph>
      <Paragraph>{say('emails.subscriptionEnding.keep')}</Paragraph>
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
