import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import type { ToldEvent } from '@/domain/staff';
import { Facts } from './facts';
import { message } from './message';
import { Paragraph } from './parts';

/**
 * Tells an owner of a sensitive act. `by`: who acted; `about`: the member, API token, order, payment or code; `at`: an
 * ISO instant.
 */
interface Payload {
  locale: Locale;
  firstName: string;
  what: ToldEvent;
  by: string;
  about: string | null;
  amount: Satang | null;
  at: string;
}

const PREVIEW: Payload = {
  locale: 'en',
  firstName: 'Mali',
  what: 'staff.invited',
  by: 'Nok',
  about: 'somchai@example.com',
  amount: null,
  at: '2026-11-20T07:30:00.000Z',
};

/** Tells an owner what a colleague did. It has no link: a mail that asks for a log-in would be copied by phishers. */
export default message<Payload>({
  channel: 'mail',
  reader: 'staff',
  secret: [],
  head: ({ what, by }, { say }) => {
    const heading = say(`emails.staffAct.what.${what}`);
    return {
      subject: say('emails.staffAct.subject', { what: heading }),
      preheader: say('emails.staffAct.preheader', { by }),
      heading,
    };
  },
  body: ({ by, about, amount, at }, { say, baht, moment }) => (
    <>
      <Facts
        facts={[
          [say('emails.staffAct.by'), by],
          about === null ? null : [say('emails.staffAct.about'), about],
          amount === null ? null : [say('emails.staffAct.amount'), baht(amount)],
          [say('emails.staffAct.when'), moment(at)],
        ]}
      />
      <Paragraph small>{say('emails.staffAct.notYou')}</Paragraph>
    </>
  ),
  previews: {
    preview: PREVIEW,
    refund: { ...PREVIEW, what: 'refund.asked', about: 'ord_7k3m9q2c5t8w4x6z1n0p7r5d', amount: 43900 },
    switch: { ...PREVIEW, what: 'billing.paused', about: null },
  },
});
