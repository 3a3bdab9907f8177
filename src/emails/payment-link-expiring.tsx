import { headOf, message } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { IfUnpaid, PREVIEW, TransferDetails, type LinkPayload } from './payment-link';

/** Reminds the subscriber of an unpaid payment link that expires soon. */
export default message<LinkPayload>({
  channel: 'line',
  secret: 'payload',
  isExpired: ({ until }, { now }) => new Date(until) <= now,
  head: headOf('paymentLinkExpiring', ({ total, until }, { baht, deadline }) => ({
    total: baht(total),
    until: deadline(until),
  })),
  body: (payload, wording) => {
    const { say, baht, deadline } = wording;
    const until = deadline(payload.until);
    return (
      <>
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
        <IfUnpaid payload={payload} wording={wording} />
        <Paragraph>{say('emails.paymentLinkExpiring.paid')}</Paragraph>
      </>
    );
  },
  previews: { preview: PREVIEW, 'a renewal': { ...PREVIEW, ends: 'subscription' } },
});
