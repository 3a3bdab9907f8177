import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, OrderNumber, Paragraph } from './parts';
import {
  PREVIEW_ACCOUNT_URL,
  PREVIEW_DAY,
  PREVIEW_NEXT_DAY,
  PREVIEW_ORDER,
  PREVIEW_ORDER_NUMBER,
} from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

type Payload = MessagePayloads['order_left_out'];

export const PreviewProps: Payload = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  why: 'missed',
  paymentDate: PREVIEW_DAY,
  nextDate: PREVIEW_NEXT_DAY,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, Payload> = {
  replaced: { ...PreviewProps, why: 'replaced' },
};

export function subjectOf({ paymentDate }: Payload, { say, day }: Wording): string {
  return say('emails.orderLeftOut.subject', { date: day(paymentDate) });
}

/** Reports an order that is neither charged nor sent, because a newer order has begun. */
export default function OrderLeftOut({ payload, wording, subject }: TemplateProps<'order_left_out'>) {
  const { say, day } = wording;
  const dates = { date: day(payload.paymentDate), next: day(payload.nextDate) };
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.orderLeftOut.next', dates)}
      heading={subject}
      firstName={payload.firstName}
    >
      <Paragraph>{say(`emails.orderLeftOut.${payload.why}`, dates)}</Paragraph>
      <Paragraph>{say('emails.orderLeftOut.next', dates)}</Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
