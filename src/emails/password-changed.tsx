import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { NotMe } from './not-me';
import { Paragraph } from './parts';
import { PREVIEW_NOT_ME_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['password_changed'] = {
  firstName: 'Mali',
  notMeUrl: PREVIEW_NOT_ME_URL,
};

export function subjectOf(_: MessagePayloads['password_changed'], { say }: Wording): string {
  return say('emails.passwordChanged.subject');
}

/** Reports that the password was changed, so that the owner can undo a change by an attacker. */
export default function PasswordChanged({ payload, wording, subject }: TemplateProps<'password_changed'>) {
  const { say } = wording;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.passwordChanged.preheader')}
      heading={say('emails.passwordChanged.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.passwordChanged.intro')}</Paragraph>
      <Paragraph>{say('emails.passwordChanged.you')}</Paragraph>
      <NotMe url={payload.notMeUrl} wording={wording} />
    </Layout>
  );
}
