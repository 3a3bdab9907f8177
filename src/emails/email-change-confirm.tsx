import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['email_change_confirm'] = {
  firstName: 'Mali',
  link: 'http://localhost:3000/account/email#4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
};

export function subjectOf(_: MessagePayloads['email_change_confirm'], { say }: Wording): string {
  return say('emails.emailChangeConfirm.subject');
}

/** Contains the link that confirms a new e-mail address. */
export default function EmailChangeConfirm({
  payload,
  wording,
  subject,
}: TemplateProps<'email_change_confirm'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.emailChangeConfirm.preheader')}
      heading={say('emails.emailChangeConfirm.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.emailChangeConfirm.intro')}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.emailChangeConfirm.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.emailChangeConfirm.until')}</Paragraph>
      <Paragraph small>{say('emails.emailChangeConfirm.notYou')}</Paragraph>
    </Layout>
  );
}
