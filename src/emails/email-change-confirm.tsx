import { headOf, message } from './message';
import { Button, Paragraph } from './parts';

/** Sent to the new address. The change takes effect when the link is opened. */
interface Payload {
  firstName: string;
  link: string;
}

/** Contains the link that confirms a new e-mail address. */
export default message<Payload>({
  channel: 'mail',
  isCountedWhenAsked: true,
  secret: 'payload',
  head: headOf('emailChangeConfirm'),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.emailChangeConfirm.intro')}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.emailChangeConfirm.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.emailChangeConfirm.until')}</Paragraph>
      <Paragraph small>{say('emails.emailChangeConfirm.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      link: 'http://localhost:3000/account/email#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
    },
  },
});
