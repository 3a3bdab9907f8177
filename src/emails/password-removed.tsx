import { headOf, message } from './message';
import { Button, Paragraph } from './parts';

/** `link`: the page on which to request a new password. */
interface Payload {
  firstName: string;
  link: string;
}

/**
 * Explains why the product removed a password, and how to set a new one. The removed password was set before
 * the first log-in by mail.
 */
export default message<Payload>({
  channel: 'mail',
  secret: [],
  head: headOf('passwordRemoved'),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.passwordRemoved.intro')}</Paragraph>
      <Button href={payload.link} label={say('emails.passwordRemoved.button')} />
      <Paragraph>{say('emails.passwordRemoved.rest')}</Paragraph>
      <Paragraph>{say('emails.passwordRemoved.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      link: 'http://localhost:3000/forgot-password',
    },
  },
});
