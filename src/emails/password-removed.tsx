import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['password_removed'] = {
  firstName: 'Mali',
  link: 'http://localhost:3000/forgot-password',
};

export function subjectOf(_: MessagePayloads['password_removed'], { say }: Wording): string {
  return say('emails.passwordRemoved.subject');
}

/**
 * Explains why the product removed a password, and how to set a new one. The removed password was set before
 * the first log-in by mail.
 */
export default function PasswordRemoved({ payload, wording, subject }: TemplateProps<'password_removed'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.passwordRemoved.preheader')}
      heading={say('emails.passwordRemoved.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.passwordRemoved.intro')}</Paragraph>
      <Button href={payload.link} label={say('emails.passwordRemoved.button')} />
      <Paragraph>{say('emails.passwordRemoved.rest')}</Paragraph>
      <Paragraph>{say('emails.passwordRemoved.notYou')}</Paragraph>
    </Layout>
  );
}
