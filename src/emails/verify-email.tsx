import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['verify_email'] = {
  firstName: 'Mali',
  link: 'http://localhost:3000/register/verify?token=4mYt0GqkQ1sZ8uXv3b7NwE5rJ2cLh9aPd6KfT0oiSxU',
};

export function subjectOf(_: MessagePayloads['verify_email'], { say }: Wording): string {
  return say('emails.verifyEmail.subject');
}

/**
 * Welcomes the visitor and contains the link that verifies the e-mail address. The visitor can also verify the
 * address later.
 */
export default function VerifyEmail({ payload, wording, subject }: TemplateProps<'verify_email'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.verifyEmail.preheader')}
      heading={say('emails.verifyEmail.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.verifyEmail.intro')}</Paragraph>
      <Button
        href={payload.link}
        label={say('emails.verifyEmail.button')}
        copyLink={say('emails.copyLink')}
      />
      <Paragraph>{say('emails.verifyEmail.noHurry')}</Paragraph>
      <Paragraph small>{say('emails.verifyEmail.notYou')}</Paragraph>
    </Layout>
  );
}
