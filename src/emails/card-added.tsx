import { headOf, message } from './message';
import { Button, Paragraph } from './parts';

/** A card was added to the account. `link`: the page of the cards. */
interface Payload {
  firstName: string;
  brand: string;
  lastDigits: string;
  link: string;
}

/** Reports that a card was added, so that the owner can remove a card of an attacker. */
export default message<Payload>({
  channel: 'mail',
  secret: [],
  head: headOf('cardAdded'),
  body: (payload, { say }) => {
    const { brand, lastDigits } = payload;
    return (
      <>
        <Paragraph>
          {say('emails.cardAdded.intro', { card: say('emails.card', { brand, lastDigits }) })}
        </Paragraph>
        <Paragraph>{say('emails.cardAdded.you')}</Paragraph>
        <Paragraph>{say('emails.cardAdded.notYou')}</Paragraph>
        <Button href={payload.link} label={say('emails.cardAdded.button')} />
      </>
    );
  },
  previews: {
    preview: {
      firstName: 'Mali',
      brand: 'Visa',
      lastDigits: '4242',
      link: 'http://localhost:3000/account/cards',
    },
  },
});
