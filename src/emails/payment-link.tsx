import { parseDay, type Day } from '@/domain/day';
import type { Satang } from '@/domain/money';
import { Facts } from './facts';
import { headOf, message, type OrderPayload } from './message';
import { Button, Highlight, Paragraph, Subheading } from './parts';
import { PREVIEW_OF_ORDER } from './preview-data';
import type { Wording } from './wording';

/**
 * A link to pay one order by PromptPay or bank transfer. `until`: the ISO instant at which the link
 * expires.
 */
export interface LinkPayload extends OrderPayload {
  total: Satang;
  link: string;
  until: string;
  bank: { accountName: string; bank: string; accountNumber: string; reference: string };
  /** The date to which an order that was sent now returns unless it is paid; missing for other orders. */
  backOn?: Day;
  /** What ends with the link unless it is paid; missing if another link can follow, and with `backOn`. */
  ends?: 'registration' | 'subscription';
}

export const PREVIEW: LinkPayload = {
  ...PREVIEW_OF_ORDER,
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

/**
 * Contains the link to the page on which one order is paid by PromptPay or bank transfer. The QR code is only
 * on that page, because it expires after a day.
 */
export default message<LinkPayload>({
  channel: 'line',
  secret: 'payload',
  isExpired: ({ until }, { now }) => new Date(until) <= now,
  head: headOf('paymentLink', ({ total, until }, { baht, deadline }) => ({
    total: baht(total),
    until: deadline(until),
  })),
  body: (payload, wording) => {
    const { say, baht, deadline } = wording;
    const total = baht(payload.total);
    const until = deadline(payload.until);
    return (
      <>
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
        <IfUnpaid payload={payload} wording={wording} />
      </>
    );
  },
  previews: {
    preview: PREVIEW,
    'a renewal': { ...PREVIEW, ends: 'subscription' },
    'a registration': { ...PREVIEW, ends: 'registration' },
    'ordered now': { ...PREVIEW, backOn: parseDay('2026-12-20') },
  },
});

/** Says what follows if the link is not paid. */
export function IfUnpaid({ payload, wording }: { payload: LinkPayload; wording: Wording }) {
  const { backOn, ends } = payload;
  const { say, day, deadline } = wording;
  const after = backOn
    ? say('emails.paymentLink.afterBack', { date: day(backOn) })
    : say('emails.paymentLink.after');
  return (
    <Paragraph>
      {ends ? say(`emails.paymentLink.ends.${ends}`, { until: deadline(payload.until) }) : after}
    </Paragraph>
  );
}

/** Shows the bank account for a transfer and the reference that the payer must enter. */
export function TransferDetails(props: { heading?: string; bank: LinkPayload['bank']; wording: Wording }) {
  const { bank, wording } = props;
  const { say } = wording;
  const { heading = say('emails.paymentLink.transfer') } = props;
  return (
    <>
      <Subheading>{heading}</Subheading>
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
