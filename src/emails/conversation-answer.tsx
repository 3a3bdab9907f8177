import type { Locale } from '@/domain/locale';
import { headOf, message, type AnyPayload } from './message';
import { Button, Paragraph } from './parts';

/**
 * An answer of the staff. While it is queued, `text` and `link` are sealed. `lineSubject`: the LINE user who gets it;
 * null for a form. `replyToken`: LINE accepts it once, until `replyUntil`, free of charge. `link`: the page of the conversation of a form.
 */
interface Payload extends AnyPayload {
  locale: Locale;
  lineSubject: string | null;
  replyToken: string | null;
  replyUntil: string | null;
  text: string;
  link: string | null;
}

const PREVIEW: Payload = {
  firstName: 'Mali',
  locale: 'en',
  lineSubject: null,
  replyToken: null,
  replyUntil: null,
  text: 'Your box is with the courier and arrives before noon.\n\nSomchai',
  link: 'https://ira.example/talk/4xQvBh2mZk9LwPd7',
};

/** Brings an answer to a person who wrote to the staff. In LINE only its text is sent. */
export default message<Payload>({
  channel: 'line',
  secret: 'payload',
  head: headOf('conversationAnswer'),
  body: ({ text, link }, { say }) => (
    <>
      {text.split(/\n+/).map((part, at) => (
        <Paragraph key={at}>{part}</Paragraph>
      ))}
      {link !== null && <Button href={link} label={say('emails.conversationAnswer.open')} />}
      {link !== null && <Paragraph small>{say('emails.conversationAnswer.noReply')}</Paragraph>}
    </>
  ),
  previews: { preview: PREVIEW, 'in LINE': { ...PREVIEW, lineSubject: 'U0', link: null } },
});
