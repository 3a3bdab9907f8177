import type { Locale } from '@/domain/locale';
import { INVITATION_HOURS, type StaffRole } from '@/domain/staff';
import { headOf, message } from './message';
import { Button, Paragraph } from './parts';

/** Invites a member of the staff to the desk. A message without an account has its language in `locale`. */
interface Payload {
  locale: Locale;
  firstName: string;
  role: StaffRole;
  link: string;
}

const HOURS = { hours: String(INVITATION_HOURS) };

export default message<Payload>({
  channel: 'mail',
  reader: 'staff',
  secret: 'payload',
  head: headOf('staffInvitation', () => HOURS),
  body: (payload, { say }) => (
    <>
      <Paragraph>{say('emails.staffInvitation.intro')}</Paragraph>
      <Paragraph>{say('emails.staffInvitation.role', { role: say(`desk.roles.${payload.role}`) })}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.staffInvitation.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.staffInvitation.until', HOURS)}</Paragraph>
      <Paragraph small>{say('emails.staffInvitation.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: {
      locale: 'en',
      firstName: 'Mali',
      role: 'support',
      link: 'http://localhost:3000/desk/join#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
    },
  },
});
