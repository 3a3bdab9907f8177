import type { Locale } from '@/domain/locale';
import { STAFF_LINK_MINUTES, type StaffRole } from '@/domain/staff';
import { isOlderThan, headOf, message } from './message';
import { Button, Paragraph } from './parts';

/** The first half of a log-in at the desk. */
interface Payload {
  locale: Locale;
  firstName: string;
  role: StaffRole;
  link: string;
}

const MINUTES = { minutes: String(STAFF_LINK_MINUTES) };

export default message<Payload>({
  channel: 'mail',
  reader: 'staff',
  secret: 'payload',
  isExpired: isOlderThan(STAFF_LINK_MINUTES),
  head: headOf('staffLogIn', () => MINUTES),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.staffLogIn.intro')}</Paragraph>
      <Button href={payload.link} label={say('emails.staffLogIn.button')} copyLink={say('emails.copyLink')} />
      <Paragraph>{say('emails.staffLogIn.until', MINUTES)}</Paragraph>
      <Paragraph small>{say('emails.staffLogIn.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      locale: 'en',
      firstName: 'Mali',
      role: 'support',
      link: 'http://localhost:3000/desk/login/link#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
    },
  },
});
