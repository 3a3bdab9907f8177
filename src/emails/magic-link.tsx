import { MAGIC_LINK_MINUTES } from '@/domain/link';
import { isOlderThan, headOf, message } from './message';
import { Button, LoginCode, Paragraph } from './parts';

/** `code`: the six digits that log in, in the browser in which the link was requested. */
interface Payload {
  firstName: string;
  link: string;
  code: string;
}

const MINUTES = { minutes: String(MAGIC_LINK_MINUTES) };

/** Contains the link that logs in, and the code for a log-in on another device. */
export default message<Payload>({
  channel: 'mail',
  isCountedWhenAsked: true,
  secret: 'payload',
  isExpired: isOlderThan(MAGIC_LINK_MINUTES),
  head: headOf('magicLink', () => MINUTES),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.magicLink.intro')}</Paragraph>
      <Button href={payload.link} label={say('emails.magicLink.button')} copyLink={say('emails.copyLink')} />
      <LoginCode label={say('emails.magicLink.code')} code={payload.code} />
      <Paragraph>{say('emails.magicLink.until', MINUTES)}</Paragraph>
      <Paragraph small>{say('emails.magicLink.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      firstName: 'Mali',
      link: 'http://localhost:3000/login/link?next=%2Faccount%2Forders#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
      code: '042817',
    },
  },
});
