import { headOf, message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';
import type { MailedBankAccount } from './wording';

/** `link`: the page that pays the first order by the account, without a log-in. */
interface Payload extends AnyPayload {
  account: MailedBankAccount;
  link: string;
}

/** Reports that a bank account is linked, while the first order could not be charged without a further tap. */
export default message<Payload>({
  channel: 'line',
  secret: 'payload',
  isObsolete: (_, { subscriptionStatus }) => subscriptionStatus !== 'awaiting_payment',
  head: headOf('bankAccountLinked'),
  body: ({ account, link }, { say, bankAccount }) => (
    <>
      <Paragraph>{say('emails.bankAccountLinked.intro', { account: bankAccount(account) })}</Paragraph>
      <Button href={link} label={say('emails.bankAccountLinked.button')} copyLink={say('emails.copyLink')} />
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      account: { bank: 'scb', lastDigits: '1234' },
      link: 'http://localhost:3000/bank/Zt5mQ0bYh3xV9cK1rW7nE4uJ2aL6sD8p',
    },
  },
});
