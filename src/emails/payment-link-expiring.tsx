import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Highlight, OrderNumber, Paragraph } from './parts';
import { PreviewProps as LINK, TransferDetails } from './payment-link';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['payment_link_expiring'] = LINK;

export function subjectOf(
  { until }: MessagePayloads['payment_link_expiring'],
  { say, deadline }: Wording,
): string {
  return say('emails.paymentLinkExpiring.subject', { until: deadline(until) });
}

/** Reminds the subscriber of an unpaid payment link that expires soon. */
export default function PaymentLinkExpiring(props: TemplateProps<'payment_link_expiring'>) {
  const { payload, wording, subject } = props;
  const { say, baht, day, deadline } = wording;
  const until = deadline(payload.until);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.paymentLinkExpiring.preheader', { total: baht(payload.total) })}
      heading={say('emails.paymentLinkExpiring.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.paymentLinkExpiring.intro')}</Paragraph>
      <Highlight
        label={say('emails.paymentLink.amount')}
        value={baht(payload.total)}
        note={say('emails.paymentLink.until', { until })}
      />
      <Button
        href={payload.link}
        label={say('emails.paymentLink.button')}
        copyLink={say('emails.copyLink')}
      />
      <TransferDetails bank={payload.bank} wording={wording} />
      {payload.backOn && (
        <Paragraph>{say('emails.paymentLink.afterBack', { date: day(payload.backOn) })}</Paragraph>
      )}
      <Paragraph>{say('emails.paymentLinkExpiring.paid')}</Paragraph>
      <OrderNumber orderNumber={payload.orderNumber} wording={wording} />
    </Layout>
  );
}
