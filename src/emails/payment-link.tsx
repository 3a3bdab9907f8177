import { parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Facts } from './facts';
import { Button, Highlight, OrderNumber, Paragraph, Subheading } from './parts';
import { PREVIEW_ORDER, PREVIEW_ORDER_NUMBER } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['payment_link'] = {
  firstName: 'Mali',
  orderId: PREVIEW_ORDER,
  orderNumber: PREVIEW_ORDER_NUMBER,
  total: 43900,
  link: 'http://localhost:3000/pay/lGSc1s1mNRhTj9qkXo2cVw8d',
  until: '2026-11-23T17:00:00.000Z',
  bank: {
    accountName: 'SANDBOX ira (not a real account)',
    bank: 'Sandbox Bank',
    accountNumber: '000-0-00000-0',
    reference: 'K7MQ2XP4',
  },
};

export const MorePreviews: Record<string, MessagePayloads['payment_link']> = {
  'ordered now': { ...PreviewProps, backOn: parseDay('2026-12-20') },
};

export function subjectOf({ total }: MessagePayloads['payment_link'], { say, baht }: Wording): string {
  return say('emails.paymentLink.subject', { total: baht(total) });
}

/**
 * Contains the link to the page on which one order is paid by PromptPay or bank transfer. The QR code is only
 * on that page, because it expires after a day.
 */
export default function PaymentLink({ payload, wording, subject }: TemplateProps<'payment_link'>) {
  const { say, baht, day, deadline } = wording;
  const total = baht(payload.total);
  const until = deadline(payload.until);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.paymentLink.preheader', { until })}
      heading={say('emails.paymentLink.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.paymentLink.intro')}</Paragraph>
      <Highlight
        label={say('emails.paymentLink.amount')}
        value={total}
        note={say('emails.paymentLink.until', { until })}
      />
      <Button
        href={payload.link}
        label={say('emails.paymentLink.button')}
        copyLink={say('emails.copyLink')}
      />
      <TransferDetails bank={payload.bank} wording={wording} />
      <Paragraph>
        {payload.backOn
          ? say('emails.paymentLink.afterBack', { date: day(payload.backOn) })
          : say('emails.paymentLink.after')}
      </Paragraph>
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}

/** Shows the bank account for a transfer and the reference that the payer must enter. */
export function TransferDetails(props: { bank: MessagePayloads['payment_link']['bank']; wording: Wording }) {
  const { bank, wording } = props;
  const { say } = wording;
  return (
    <>
      <Subheading>{say('emails.paymentLink.transfer')}</Subheading>
      <Facts
        facts={[
          [say('emails.paymentLink.bank'), bank.bank],
          [say('emails.paymentLink.accountName'), bank.accountName],
          [say('emails.paymentLink.accountNumber'), bank.accountNumber],
          [say('emails.paymentLink.reference'), bank.reference, 'sum'],
        ]}
      />
      <Paragraph small>{say('emails.paymentLink.referenceHint')}</Paragraph>
    </>
  );
}
