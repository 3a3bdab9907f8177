import type { Satang } from '@/domain/money';
import { headOf, message, type OrderPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL, PREVIEW_OF_ORDER } from './preview-data';

/** A refund was corrected, because the bank decided the disputed payment for the shop. `points`: those given back. */
interface Payload extends OrderPayload {
  refundId: string;
  amount: Satang;
  points: number;
  accountUrl: string;
  /** The number of the attached debit note. Undefined until the message is sent by e-mail. */
  attached?: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  refundId: 'rfd_3c8w1n5v7k0m2q4t6x9z1p3r',
  amount: 43900,
  points: 41,
  accountUrl: PREVIEW_ACCOUNT_URL,
};

/** Reports that a refund did not take place: the bank decided the disputed payment for the shop. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  isObsolete: (_, { order }) => order?.status === 'refunded',
  head: headOf('refundCorrected', ({ amount }, { baht }) => ({ amount: baht(amount) })),
  body: (payload, wording) => {
    const { say } = wording;
    const { points, attached } = payload;
    return (
      <>
        <Highlight label={say('emails.refundCorrected.amount')} value={wording.baht(payload.amount)} />
        <Paragraph>{say('emails.refundCorrected.why')}</Paragraph>
        {points > 0 && <Paragraph>{say('emails.refundCorrected.points', { count: points })}</Paragraph>}
        <Paragraph>{say('emails.refundCorrected.disagree')}</Paragraph>
        <Button href={payload.accountUrl} label={say('emails.openAccount')} />
        {attached !== undefined && (
          <Paragraph small>{say('emails.refundCorrected.attached', { number: attached })}</Paragraph>
        )}
      </>
    );
  },
  previews: { preview: PREVIEW, 'with its debit note': { ...PREVIEW, points: 0, attached: 'D-2026-000002' } },
});
