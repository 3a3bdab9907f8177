import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, OrderNumber, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

type Payload = MessagePayloads['refund_corrected'];

export const PreviewProps: Payload = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  refundId: 'rfd_3c8w1n5v7k0m2q4t6x9z1p3r',
  amount: 43900,
  points: 41,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export const MorePreviews: Record<string, Payload> = {
  'with its debit note': { ...PreviewProps, points: 0, attached: 'D-2026-000002' },
};

export function subjectOf({ amount }: Payload, { say, baht }: Wording): string {
  return say('emails.refundCorrected.subject', { amount: baht(amount) });
}

/** Reports that a refund did not take place: the bank decided the disputed payment for the shop. */
export default function RefundCorrected({ payload, wording, subject }: TemplateProps<'refund_corrected'>) {
  const { say } = wording;
  const { points, attached } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.refundCorrected.preheader')}
      heading={say('emails.refundCorrected.heading')}
      firstName={payload.firstName}
    >
      <Highlight label={say('emails.refundCorrected.amount')} value={wording.baht(payload.amount)} />
      <Paragraph>{say('emails.refundCorrected.why')}</Paragraph>
      {points > 0 && <Paragraph>{say('emails.refundCorrected.points', { count: points })}</Paragraph>}
      <Paragraph>{say('emails.refundCorrected.disagree')}</Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      {attached !== undefined && (
        <Paragraph small>{say('emails.refundCorrected.attached', { number: attached })}</Paragraph>
      )}
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
