import type { BankCode } from '@/domain/bank';
import type { Satang } from '@/domain/money';
import { headOf, message, type OrderPayload } from './message';
import { Highlight, Paragraph } from './parts';
import { PREVIEW_OF_ORDER } from './preview-data';

/** Why money was given back, as the message says it. `operator`: a member of the staff decided it. */
export type RefundedWhy = 'duplicate' | 'late' | 'unused' | 'surplus' | 'operator' | 'dispute';

/** The bank and the last digits of the account to which a refund was transferred. */
export interface MailedPayTo {
  bank: BankCode;
  lastDigits: string;
}

interface Payload extends OrderPayload {
  refundId: string;
  amount: Satang;
  why: RefundedWhy;
  /** Whether the operator has transferred it, because the gateway does not refund such a payment. */
  byTransfer?: boolean;
  /** Where it was transferred, if the payer named it. */
  to?: MailedPayTo;
  /** The number of the attached credit note. Undefined until the message is sent by e-mail. */
  attached?: string;
}

const PREVIEW: Payload = {
  ...PREVIEW_OF_ORDER,
  refundId: 'rfd_3c8w1n5v7k0m2q4t6x9z1p3r',
  amount: 43900,
  why: 'duplicate',
};

/** Announces a refund: amount, reason and destination. It needs no action and has no button. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  isObsolete: (_, { refundStatus }) => refundStatus === 'corrected',
  head: headOf('refunded', ({ amount }, { baht }) => ({ amount: baht(amount) })),
  body: (payload, { say, baht }) => {
    const amount = baht(payload.amount);
    return (
      <>
        <Highlight label={say('emails.refunded.amount')} value={amount} />
        <Paragraph>{say(`emails.refunded.${payload.why}`)}</Paragraph>
        <Paragraph>
          {payload.to
            ? say('emails.refunded.whereTo', {
                bank: say(`banks.${payload.to.bank}`),
                digits: payload.to.lastDigits,
              })
            : say(payload.byTransfer ? 'emails.refunded.whereTransfer' : 'emails.refunded.where')}
        </Paragraph>
        <Paragraph>{say('emails.refunded.nothingToDo')}</Paragraph>
        {payload.attached !== undefined && (
          <Paragraph small>{say('emails.refunded.attached', { number: payload.attached })}</Paragraph>
        )}
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    late: { ...PREVIEW, why: 'late' },
    unused: { ...PREVIEW, why: 'unused' },
    surplus: { ...PREVIEW, amount: 1000, why: 'surplus' },
    operator: { ...PREVIEW, why: 'operator' },
    'by transfer': { ...PREVIEW, why: 'operator', byTransfer: true },
    'to a named account': {
      ...PREVIEW,
      why: 'operator',
      byTransfer: true,
      to: { bank: '004', lastDigits: '5678' },
    },
    dispute: { ...PREVIEW, why: 'dispute' },
    'with its credit note': { ...PREVIEW, why: 'operator', attached: 'C-2026-000004' },
  },
});
