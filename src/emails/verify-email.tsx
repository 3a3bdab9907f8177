import { headOf, message } from './message';
import { Button, Paragraph } from './parts';

/** The welcome message, which also verifies the e-mail address. */
interface Payload {
  firstName: string;
  link: string;
  /** Whether the registration waits for its first payment. */
  isRegistering: boolean;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  link: 'http://localhost:3000/register/verify?token=4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
  isRegistering: true,
};

/**
 * Welcomes the visitor and contains the link that verifies the e-mail address. The visitor can also verify the
 * address later.
 */
export default message<Payload>({
  channel: 'mail',
  isCountedWhenAsked: true,
  secret: 'payload',
  head: headOf('verifyEmail'),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.verifyEmail.intro')}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.verifyEmail.button')}
        copyLink={say('emails.copyLink')}
      />
      {payload.isRegistering && <Paragraph>{say('emails.verifyEmail.noHurry')}</Paragraph>}
      <Paragraph small>{say('emails.verifyEmail.notYou')}</Paragraph>
    </>
  ),
  previews: { preview: PREVIEW, 'after the payment': { ...PREVIEW, isRegistering: false } },
});
