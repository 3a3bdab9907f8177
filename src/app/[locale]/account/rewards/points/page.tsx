import { TokensArt } from '@/components/art/rewards';
import { ButtonLink } from '@/components/button';
import { pageNumber, pagePath, Paging } from '@/components/paging';
import { TaskPage } from '@/components/shell/task-page';
import { localePath } from '@/locales/paths';
import { personalMetadata } from '@/locales/page-metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { Earning } from '../_components/earning';
import { DayText } from '@/components/values';
import { dayOf } from '@/domain/day';
import type { Locale } from '@/domain/locale';
import { heldReferralEndsAt } from '@/domain/referral';
import type { RouterOutputs } from '@/trpc/outputs';
import classes from './_components/ledger.module.css';

const PATH = '/account/rewards/points';

type Props = PageProps<'/[locale]/account/rewards/points'>;

export const generateMetadata = personalMetadata(PATH, 'rewards.ledger.title');

export default async function PointsPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const page = pageNumber((await searchParams).page);
  await requireSubscriberSession(locale, pagePath(PATH, page));
  const { rewards } = await api();
  const [t, view, ledger] = await Promise.all([getI18n(), rewards.summary(), rewards.ledger({ page })]);
  const isEmpty = ledger.entries.length === 0;
  const isPast = isEmpty && page > 1;
  return (
    <TaskPage
      back={{ href: localePath(locale, '/account/rewards'), text: t('rewards.back') }}
      heading={t('rewards.ledger.title')}
      lead={t('rewards.ledger.balance', { points: t('common.points', { count: view.points }) })}
      aside={<Earning view={view} />}
    >
      {isEmpty ? (
        <div className={`empty mt-5 ${classes.empty}`}>
          <TokensArt />
          <h2>{t(isPast ? 'rewards.ledger.pastTitle' : 'rewards.ledger.emptyTitle')}</h2>
          <p>{t(isPast ? 'rewards.ledger.pastText' : 'rewards.ledger.emptyText')}</p>
          {isPast && (
            <ButtonLink href={localePath(locale, PATH)} look="secondary">
              {t('rewards.ledger.toNewest')}
            </ButtonLink>
          )}
        </div>
      ) : (
        <Ledger entries={ledger.entries} locale={locale} />
      )}
      {ledger.pages > 1 && <Paging locale={locale} path={PATH} page={page} pages={ledger.pages} />}
    </TaskPage>
  );
}

type Entry = RouterOutputs['rewards']['ledger']['entries'][number];

/** Lists the entries of the points ledger, newest first. */
async function Ledger({ entries, locale }: { entries: readonly Entry[]; locale: Locale }) {
  const t = await getI18n();
  return (
    <ul className={`surface ${classes.list}`} aria-label={t('rewards.ledger.list')}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <p className={classes.what}>
            <What entry={entry} locale={locale} />
          </p>
          <p className={classes.points} data-tone={toneOf(entry)}>
            <span aria-hidden>{signed(entry.points)}</span>
            <span className="visually-hidden">
              {t(`rewards.ledger.${entry.points < 0 ? 'minus' : 'plus'}`, {
                points: t('common.points', { count: Math.abs(entry.points) }),
              })}
            </span>
          </p>
          {dayOfEntry(entry) !== entry.order?.paymentDate && (
            <p className={`muted small ${classes.when}`}>
              <DayText day={dayOfEntry(entry)} locale={locale} short />
            </p>
          )}
          {isSettledDebt(entry) && (
            <p className={`muted small ${classes.when}`}>{t('rewards.ledger.settled')}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

async function What({ entry: { kind, points, order, held, at }, locale }: { entry: Entry; locale: Locale }) {
  const t = await getI18n();
  switch (kind) {
    case 'referral_held':
      return (
        <>
          {t('rewards.ledger.referral_held', {
            points: <span className="keep">{t('common.points', { count: held })}</span>,
            date: <DayText day={dayOf(heldReferralEndsAt(new Date(at)))} locale={locale} short />,
          })}
        </>
      );
    case 'milestone':
    case 'referral':
    case 'apology':
    case 'moved_in':
      return <>{t(`rewards.ledger.${kind}`)}</>;
    case 'referral_reversed':
      return <>{t(`rewards.ledger.${points > 0 ? 'referral_given_back' : kind}`)}</>;
    case 'earned':
    case 'taken_back':
    case 'held':
    case 'returned': {
      // A corrected refund gives points back.
      const word = kind === 'taken_back' && points > 0 ? 'given_back' : kind;
      return (
        <>
          {order
            ? t(`rewards.ledger.${word}`, { date: <DayText day={order.paymentDate} locale={locale} short /> })
            : t(`rewards.ledger.${word}Plain`)}
        </>
      );
    }
  }
}

const dayOfEntry = ({ at }: Entry) => dayOf(new Date(at));

/**
 * Whether earned points only reduced a debt, so that the entry adds 0 points. Entries of pending referral
 * points also have 0 points, but are not debts.
 */
const isSettledDebt = ({ kind, points }: Entry) =>
  points === 0 && kind !== 'referral_held' && kind !== 'referral_reversed';

function toneOf({ points }: Entry) {
  if (points === 0) return undefined;
  return points > 0 ? 'plus' : 'minus';
}

/** Formats points with a sign. Uses the typographic minus sign, which is as wide as the plus sign. */
function signed(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}
