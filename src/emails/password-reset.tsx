import { PASSWORD_RESET_MINUTES } from '@/domain/link';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['password_reset'] = {
  firstName: 'Mali',
  link: 'http://localhost:3000/reset-password#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
};

export function subjectOf(_: MessagePayloads['password_reset'], { say }: Wording): string {
  return say('emails.passwordReset.subject');
}

/** Contains the link to set a new password. */
export default function PasswordReset({ payload, wording, subject }: TemplateProps<'password_reset'>) {
  const { say } = wording;
  const minutes = String(PASSWORD_RESET_MINUTES);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.passwordReset.preheader', { minutes })}
      heading={say('emails.passwordReset.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.passwordReset.intro')}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.passwordReset.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.passwordReset.until', { minutes })}</Paragraph>
      <Paragraph small>{say('emails.passwordReset.notYou')}</Paragraph>
    </Layout>
  );
}
