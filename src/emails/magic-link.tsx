import { MAGIC_LINK_MINUTES } from '@/domain/link';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, LoginCode, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['magic_link'] = {
  firstName: 'Mali',
  link: 'http://localhost:3000/login/link?next=%2Faccount%2Forders#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
  code: '042817',
};

/** Returns the subject. It does not contain the code, because subjects are shown on a locked phone. */
export function subjectOf(_: MessagePayloads['magic_link'], { say }: Wording): string {
  return say('emails.magicLink.subject');
}

/** Contains the link that logs in, and the code for a log-in on another device. */
export default function MagicLink({ payload, wording, subject }: TemplateProps<'magic_link'>) {
  const { say } = wording;
  const minutes = String(MAGIC_LINK_MINUTES);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.magicLink.preheader', { minutes })}
      heading={say('emails.magicLink.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.magicLink.intro')}</Paragraph>
      <Button href={payload.link} label={say('emails.magicLink.button')} copyLink={say('emails.copyLink')} />
      <LoginCode label={say('emails.magicLink.code')} code={payload.code} />
      <Paragraph>{say('emails.magicLink.until', { minutes })}</Paragraph>
      <Paragraph small>{say('emails.magicLink.notYou')}</Paragraph>
    </Layout>
  );
}
