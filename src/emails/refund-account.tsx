import type { Satang } from '@/domain/money';
import { headOf, message, type OrderPayload } from './message';
import { Button, Highlight, Paragraph } from './parts';
import { PREVIEW_OF_ORDER } from './preview-data';

/** `link`: the page that takes the account. It needs a log-in. */
interface Payload extends OrderPayload {
  refundId: string;
  amount: Satang;
  link: string;
}

/** Asks for the account of a refund that the gateway cannot make, so that the shop transfers it. */
export default message<Payload>({
  channel: 'line',
  secret: [],
  isObsolete: (_, { refundStatus }) => refundStatus !== 'manual',
  head: headOf('refundAccount', ({ amount }, { baht }) => ({ amount: baht(amount) })),
  body: ({ amount, link }, { say, baht }) => (
    <>
      <Highlight label={say('emails.refunded.amount')} value={baht(amount)} />
      <Paragraph>{say('emails.refundAccount.intro')}</Paragraph>
      <Paragraph small>{say('emails.refundAccount.safe')}</Paragraph>
      <Button href={link} label={say('emails.refundAccount.button')} copyLink={say('emails.copyLink')} />
    </>
  ),
  previews: {
    preview: {
      ...PREVIEW_OF_ORDER,
      refundId: 'rfd_3c8w1n5v7k0m2q4t6x9z1p3r',
      amount: 43900,
      link: 'http://localhost:3000/account/refund/rfd_3c8w1n5v7k0m2q4t6x9z1p3r',
    },
  },
});
