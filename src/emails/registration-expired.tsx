import type { Locale } from '@/domain/locale';
import { message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';

/** `link`: the page on which to sign up. */
interface Payload extends AnyPayload {
  locale: Locale;
  link: string;
}

/** Reports that a registration ended without a payment and was deleted. */
export default message<Payload>({
  channel: 'mail',
  reader: 'former',
  secret: [],
  head: (_, { say }) => ({
    subject: say('emails.registrationExpired.subject'),
    preheader: say('emails.registrationExpired.preheader'),
    heading: say('emails.registrationExpired.subject'),
  }),
  body: ({ link }, { say }) => (
    <>
      <Paragraph>{say('emails.registrationExpired.intro')}</Paragraph>
      <Button href={link} label={say('emails.registrationExpired.button')} />
    </>
  ),
  previews: {
    preview: { locale: 'en', firstName: 'Mali', link: 'http://localhost:3000/register' },
  },
});
