import type { Satang } from '@/domain/money';
import { isPaid, message } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW as LINK_PREVIEW, TransferDetails, type LinkPayload } from './payment-link';

/** `total`: what is missing, in satang. */
interface Payload extends LinkPayload {
  received: Satang;
  due: Satang;
}

const PREVIEW: Payload = { ...LINK_PREVIEW, total: 1000, received: 42900, due: 43900 };

/** Asks for the rest of a bank transfer that was smaller than its order. */
export default message<Payload>({
  channel: 'line',
  secret: 'payload',
  isExpired: ({ until }, { now }) => new Date(until) <= now,
  isObsolete: (_, { order }) => isPaid(order),
  head: (payload, { say, baht, deadline }) => ({
    subject: say('emails.transferShort.subject', { total: baht(payload.total) }),
    preheader: say('emails.transferShort.preheader', { until: deadline(payload.until) }),
    heading: say('emails.transferShort.heading'),
  }),
  body: (payload, wording) => {
    const { say, baht, deadline } = wording;
    const [received, due] = [baht(payload.received), baht(payload.due)];
    return (
      <>
        <Paragraph>{say('emails.transferShort.intro', { received, due })}</Paragraph>
        <Highlight
          label={say('emails.transferShort.rest')}
          value={baht(payload.total)}
          note={say('emails.paymentLink.until', { until: deadline(payload.until) })}
        />
        <Button
          href={payload.link}
          label={say('emails.transferShort.button')}
          copyLink={say('emails.copyLink')}
        />
        <TransferDetails bank={payload.bank} wording={wording} />
        <Paragraph>{say('emails.transferShort.other', { due })}</Paragraph>
      </>
    );
  },
  previews: { preview: PREVIEW },
});
