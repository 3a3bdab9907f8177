import type { CaseKind } from '@/domain/desk-cases';
import { mayDo, type StaffRole } from '@/domain/staff';
import type { Locale } from '@/domain/locale';
import { Icon } from '@/components/art/icon';
import { ButtonAnchor } from '@/components/button-anchor';
import { ButtonLink } from '@/components/button';
import { bahtText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { CaseActions } from './case-actions';
import { caseOf, wordsOf, Who, type Case, type CaseEntry } from './case-words';
import { WAYS } from './case-ways';
import classes from './case.module.css';

const ICONS: Partial<Record<CaseKind, React.ComponentProps<typeof Icon>['of']>> = {
  toSend: 'box',
  overdue: 'box',
  parcels: 'box',
  short: 'box',
  followUps: 'past',
  late: 'now',
  emails: 'address',
  conversations: 'address',
  messages: 'address',
  retries: 'rhythm',
  failedRows: 'rhythm',
  jobs: 'rhythm',
  events: 'rhythm',
  billingPaused: 'pause',
  violated: 'cancel',
  unknownAttempts: 'past',
  openRefunds: 'past',
};

/** The entries of a summed case that are shown. All stand on the page of the way. */
const UNFOLDED_MAX = 50;

interface CaseRowProps {
  one: Case;
  role: StaffRole;
  locale: Locale;
}

/** A case: a sentence with who, what and how much, what is known, since when, and the next step. */
export async function CaseRow({ one, role, locale }: CaseRowProps) {
  const { kind, urgency, count, amount, entries } = one;
  const [t, { say, hints, when }] = await Promise.all([getI18n(), wordsOf(one, { locale, role })]);
  const way = WAYS[kind];
  const [entry] = count === 1 && entries.length === 1 ? entries : [];
  return (
    <li className={classes.row} data-urgency={urgency} data-row>
      <span className={classes.icon}>
        <Icon of={ICONS[kind] ?? 'card'} />
      </span>
      <div className={classes.what}>
        <p>{say}</p>
        <p className={classes.hint}>{hints.join(' · ')}</p>
        {entry && <Facts entry={entry} role={role} locale={locale} />}
      </div>
      <p className={classes.when}>{when}</p>
      <p className={classes.amount}>{amount !== null && amount > 0 && bahtText(amount, locale)}</p>
      <div className={classes.go} data-step>
        {way && mayDo(role, way.action) && (
          <ButtonLink
            href={localePath(locale, way.path)}
            look={urgency === 'evening' ? 'primary' : 'secondary'}
          >
            {t(`deskToday.go.${way.text}`)}
          </ButtonLink>
        )}
        {kind === 'emails' && entry?.person?.phone && (
          <ButtonAnchor href={`tel:${entry.person.phone}`} look="secondary">
            {t('deskToday.go.call', { phone: entry.person.phone })}
          </ButtonAnchor>
        )}
        {kind === 'expiring' && entry?.person && mayDo(role, 'subscribers.change') && (
          <ButtonLink
            href={localePath(locale, `/desk/messages/write?accountId=${entry.person.accountId}`)}
            look="secondary"
          >
            {t('deskMessages.write.open')}
          </ButtonLink>
        )}
        {kind === 'askedRefunds' && entry?.person && (
          <ButtonLink
            href={localePath(locale, `/desk/subscribers/${entry.person.accountId}`)}
            look="secondary"
          >
            {t('deskToday.go.refund')}
          </ButtonLink>
        )}
        {entry && <CaseActions kind={kind} entry={entry} role={role} />}
      </div>
      {!entry && entries.length > 0 && <Unfolded one={one} role={role} locale={locale} />}
    </li>
  );
}

/** The persons of a summed case, each with the sentence and the steps of its own. */
async function Unfolded({ one, role, locale }: CaseRowProps) {
  const t = await getI18n();
  const shown = one.entries.slice(0, UNFOLDED_MAX);
  const rows = await Promise.all(
    shown.map(async (entry) => ({ entry, words: await wordsOf(caseOf(one, entry), { locale, role }) })),
  );
  return (
    <details className={classes.unfold}>
      <summary className="tap">{t('deskToday.unfold', { count: one.entries.length })}</summary>
      {shown.length < one.count && (
        <p className={classes.hint}>{t('deskToday.unfoldMore', { count: shown.length })}</p>
      )}
      <ul>
        {rows.map(({ entry, words }) => (
          <li key={entry.id} className={classes.entry}>
            <div>
              <p>{words.say}</p>
              <p className={classes.hint}>{[words.when, ...words.hints].filter(Boolean).join(' · ')}</p>
              <Facts entry={entry} role={role} locale={locale} />
            </div>
            <div className={classes.go}>
              <CaseActions kind={one.kind} entry={entry} role={role} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The accounts that a transfer holds, and the English text of a technical entry. */
async function Facts({ entry, role, locale }: { entry: CaseEntry; role: StaffRole; locale: Locale }) {
  const t = await getI18n();
  const { holds = [], technical } = entry;
  return (
    <>
      {holds.map(({ person, until }) => (
        <p key={person.accountId} className={classes.hint}>
          {t('deskToday.holds', { date: dayText(until, locale) })}{' '}
          <Who person={person} nobody={t('deskToday.nobody')} role={role} locale={locale} />
        </p>
      ))}
      {technical !== null && (
        <details className={classes.hint}>
          <summary className="tap">{t('deskToday.details')}</summary>
          <code translate="no">{technical}</code>
        </details>
      )}
    </>
  );
}
