import { PASSWORD_RESET_MINUTES } from '@/domain/link';
import { isOlderThan, headOf, message } from './message';
import { Button, Paragraph } from './parts';

interface Payload {
  firstName: string;
  link: string;
}

const MINUTES = { minutes: String(PASSWORD_RESET_MINUTES) };

/** Contains the link to set a new password. */
export default message<Payload>({
  channel: 'mail',
  isCountedWhenAsked: true,
  secret: 'payload',
  isExpired: isOlderThan(PASSWORD_RESET_MINUTES),
  head: headOf('passwordReset', () => MINUTES),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.passwordReset.intro')}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.passwordReset.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.passwordReset.until', MINUTES)}</Paragraph>
      <Paragraph small>{say('emails.passwordReset.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      link: 'http://localhost:3000/reset-password#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
    },
  },
});
