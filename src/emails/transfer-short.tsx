import type { Satang } from '@/domain/money';
import { isPaid, headOf, message, type OrderPayload } from './message';
import { Highlight, Paragraph } from './parts';
import { PREVIEW as LINK_PREVIEW, TransferDetails, type LinkPayload } from './payment-link';
import { PREVIEW_OF_ORDER } from './preview-data';

/** `rest`: what is missing, in satang. `until`: the ISO instant at which the payment link expires. */
interface Payload extends OrderPayload, Pick<LinkPayload, 'bank' | 'until'> {
  received: Satang;
  due: Satang;
  rest: Satang;
}

const { bank, until } = LINK_PREVIEW;
const PREVIEW: Payload = { ...PREVIEW_OF_ORDER, bank, until, rest: 1000, received: 42900, due: 43900 };

/**
 * Asks for the rest of a bank transfer that was smaller than its order. It has no button: the payment page takes only the
 * whole amount.
 */
export default message<Payload>({
  channel: 'line',
  secret: 'payload',
  isExpired: (payload, { now }) => new Date(payload.until) <= now,
  isObsolete: (_, { order }) => isPaid(order),
  head: headOf('transferShort', ({ rest, until }, { baht, deadline }) => ({
    total: baht(rest),
    until: deadline(until),
  })),
  body: (payload, wording) => {
    const { say, baht, deadline } = wording;
    return (
      <>
        <Paragraph>
          {say('emails.transferShort.intro', { received: baht(payload.received), due: baht(payload.due) })}
        </Paragraph>
        <Highlight
          label={say('emails.transferShort.rest')}
          value={baht(payload.rest)}
          note={say('emails.paymentLink.until', { until: deadline(payload.until) })}
        />
        <TransferDetails heading={say('emails.transferShort.where')} bank={payload.bank} wording={wording} />
      </>
    );
  },
  previews: { preview: PREVIEW },
});
