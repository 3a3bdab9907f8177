import { dayOf } from '@/domain/day';
import { dayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { EndSessions } from './end-sessions';
import { Facts } from './facts';
import own from './subscriber.module.css';
import type { Person, Shown } from './types';

interface PersonFactsProps extends Shown {
  person: Person;
  /** When the account was created (ISO 8601). */
  since: string;
}

/** Who the subscriber is, and how the subscriber logs in. */
export async function PersonFacts({ person, since, locale, accountId, may }: PersonFactsProps) {
  const t = await getI18n();
  const { email, emailVerified, emailFailed, phone, address, logIn, sessions } = person;
  const mail = emailFailed ? t('deskSubscribers.person.failed') : t('deskSubscribers.person.unverified');
  const line = logIn.line && { name: logIn.line.name ?? 'LINE' };
  const ways = [
    t('deskSubscribers.person.link'),
    logIn.password && t('deskSubscribers.person.password'),
    line &&
      (logIn.line?.isBlocked
        ? t('deskSubscribers.person.lineBlocked', line)
        : t('deskSubscribers.person.line', line)),
    logIn.passkeys > 0 && t('deskSubscribers.person.passkeys', { count: logIn.passkeys }),
  ].filter((way) => typeof way === 'string');
  const facts = [
    {
      name: t('deskSubscribers.person.email'),
      value: emailFailed || !emailVerified ? `${email} (${mail})` : email,
    },
    { name: t('deskSubscribers.person.phone'), value: phone },
    {
      name: t('deskSubscribers.person.language'),
      value: t(`deskSubscribers.person.languages.${person.locale}`),
    },
    { name: t('deskSubscribers.person.address'), value: address ?? t('deskSubscribers.person.none') },
    { name: t('deskSubscribers.person.logIn'), value: ways.join(', ') },
    { name: t('deskSubscribers.person.sessions'), value: String(sessions) },
    { name: t('deskSubscribers.person.since'), value: dayText(dayOf(new Date(since)), locale) },
    { name: t('deskSubscribers.person.id'), value: accountId },
  ];
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.person.title')}</h2>
      <Facts facts={facts} />
      {may && sessions > 0 && (
        <div className={`actions ${own.acts}`}>
          <EndSessions accountId={accountId} />
        </div>
      )}
    </section>
  );
}
