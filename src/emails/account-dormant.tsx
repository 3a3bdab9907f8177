import { parseDay } from '@/domain/day';
import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import { PREVIEW_ACCOUNT_URL } from './preview-data';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['account_dormant'] = {
  firstName: 'Mali',
  eraseOn: parseDay('2026-12-20'),
  accountUrl: PREVIEW_ACCOUNT_URL,
};

export function subjectOf(_: MessagePayloads['account_dormant'], { say }: Wording): string {
  return say('emails.accountDormant.subject');
}

/**
 * Announces the deletion of an account that has not been used for three years, and explains how to keep the
 * account.
 */
export default function AccountDormant({ payload, wording, subject }: TemplateProps<'account_dormant'>) {
  const { say, day } = wording;
  const date = day(payload.eraseOn);
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.accountDormant.preheader', { date })}
      heading={say('emails.accountDormant.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>{say('emails.accountDormant.intro', { date })}</Paragraph>
      <Paragraph>{say('emails.accountDormant.keep', { date })}</Paragraph>
      <Button href={payload.accountUrl} label={say('emails.openAccount')} />
      <Paragraph small>{say('emails.accountDormant.nothing')}</Paragraph>
    </Layout>
  );
}
