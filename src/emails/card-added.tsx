import { Layout } from './layout';
import type { MessagePayloads } from './messages';
import { Button, Paragraph } from './parts';
import type { TemplateProps } from './template';
import type { Wording } from './wording';

export const PreviewProps: MessagePayloads['card_added'] = {
  firstName: 'Mali',
  brand: 'Visa',
  lastDigits: '4242',
  link: 'http://localhost:3000/account/cards',
};

export function subjectOf(_: MessagePayloads['card_added'], { say }: Wording): string {
  return say('emails.cardAdded.subject');
}

/** Reports that a card was added, so that the owner can remove a card of an attacker. */
export default function CardAdded({ payload, wording, subject }: TemplateProps<'card_added'>) {
  const { say } = wording;
  const { brand, lastDigits } = payload;
  return (
    <Layout
      wording={wording}
      subject={subject}
      preheader={say('emails.cardAdded.preheader')}
      heading={say('emails.cardAdded.heading')}
      firstName={payload.firstName}
    >
      <Paragraph>
        {say('emails.cardAdded.intro', { card: say('emails.card', { brand, lastDigits }) })}
      </Paragraph>
      <Paragraph>{say('emails.cardAdded.you')}</Paragraph>
      <Paragraph>{say('emails.cardAdded.notYou')}</Paragraph>
      <Button href={payload.link} label={say('emails.cardAdded.button')} />
    </Layout>
  );
}
