import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Highlight, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['refunded'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  refundId: 'rfd_3c8w1n5v7k0m2q4t6x9z1p3r',
  amount: 43900,
  why: 'duplicate',
};

export const MorePreviews: Record<string, MessagePayloads['refunded']> = {
  late: { ...PreviewProps, why: 'late' },
  operator: { ...PreviewProps, why: 'operator' },
  dispute: { ...PreviewProps, why: 'dispute' },
  'with its credit note': { ...PreviewProps, why: 'operator', attached: 'C-2026-000004' },
};

export function subjectOf({ amount }: MessagePayloads['refunded'], { say, baht }: Wording): string {
  return say('emails.refunded.subject', { amount: baht(amount) });
}

/** Announces a refund: amount, reason and destination. It needs no action and has no button. */
export default function Refunded({ payload, wording, subject }: TemplateProps<'refunded'>) {
  const { say } = wording;
  const amount = wording.baht(payload.amount);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.refunded.preheader')}
      heading={say('emails.refunded.heading', { amount })}
      firstName={payload.firstName}
    >
      <Highlight label={say('emails.refunded.amount')} value={amount} />
      <Paragraph>{say(`emails.refunded.${payload.why}`)}</Paragraph>
      <Paragraph>{say('emails.refunded.where')}</Paragraph>
      <Paragraph>{say('emails.refunded.nothingToDo')}</Paragraph>
      {payload.attached !== undefined && (
        <Paragraph small>{say('emails.refunded.attached', { number: payload.attached })}</Paragraph>
      )}
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
