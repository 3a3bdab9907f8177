import { notFound } from 'next/navigation';
import type { Locale } from '@/domain/locale';
import { mayDo, type StaffRole } from '@/domain/staff';
import { SEARCH_HITS, SEARCH_MIN } from '@/domain/subscriber-search';
import { Notice } from '@/components/notice';
import { Paging } from '@/components/paging';
import { getI18n, pageLocale } from '@/locales/server';
import { DESK_LISTS, DESK_LIST_NAMES, deskListInput } from '@/schemas/desk-lists';
import { searchInput } from '@/schemas/desk-subscribers';
import { deskApi, requireMember } from '@/trpc/desk-server';
import { deskMetadata } from '../../_components/desk-metadata';
import classes from '../_components/desk.module.css';
import { DeskList } from './_components/desk-list';
import Link from 'next/link';
import { localePath } from '@/locales/paths';
import type { DeskOutputs } from '@/trpc/desk';

type Props = PageProps<'/[locale]/desk/subscribers'>;

export const generateMetadata = deskMetadata('desk.subscribers');

export default async function SubscribersPage({ params, searchParams }: Props) {
  const locale = await pageLocale(params);
  const { role } = await requireMember(locale);
  const { q, page, columns = [], ...given } = await searchParams;
  const typed = typeof q === 'string' ? q.trim() : '';
  if (typed === '')
    return <ChosenList given={given} columns={[columns].flat()} role={role} locale={locale} />;
  await requireMember(locale, 'subscribers.read');
  const t = await getI18n();
  const asked = searchInput.safeParse({ q: typed, page });
  const problem = await problemOf(typed);
  return (
    <>
      <h1>{t('desk.subscribers')}</h1>
      {problem !== null && <Notice tone="bad" title={problem} />}
      {asked.success && <Results typed={typed} page={asked.data.page ?? 1} locale={locale} />}
    </>
  );
}

interface ChosenListProps {
  given: Record<string, string | string[] | undefined>;
  /** The chosen columns; empty for the usual ones. */
  columns: readonly string[];
  role: StaffRole;
  locale: Locale;
}

/** The list that the address names, by default the first one that the role may see. */
async function ChosenList({ given, columns, role, locale }: ChosenListProps) {
  const list = DESK_LIST_NAMES.find((one) => mayDo(role, DESK_LISTS[one].action));
  const set = Object.entries(given).filter(([, value]) => value !== '');
  const asked = deskListInput.safeParse({ list, ...Object.fromEntries(set) });
  if (!asked.success || !mayDo(role, DESK_LISTS[asked.data.list].action)) notFound();
  const { today } = await deskApi();
  const [page, views] = await Promise.all([today.list(asked.data), today.views()]);
  return (
    <DeskList asked={asked.data} page={page} views={views} chosen={columns} role={role} locale={locale} />
  );
}

async function problemOf(typed: string): Promise<string | null> {
  const t = await getI18n();
  if (typed.length < SEARCH_MIN) return t('deskSubscribers.search.tooShort', { min: SEARCH_MIN });
  return searchInput.safeParse({ q: typed }).success ? null : t('deskSubscribers.search.invalid');
}

interface ResultsProps {
  typed: string;
  page: number;
  locale: Locale;
}

async function Results({ typed, page, locale }: ResultsProps) {
  const { subscribers } = await deskApi();
  const [t, { hits, hasMore }] = await Promise.all([getI18n(), subscribers.search({ q: typed, page })]);
  if (hits.length === 0)
    return (
      <Notice tone="info" title={t('deskSubscribers.search.none')}>
        <p>{t('deskSubscribers.search.noneText')}</p>
      </Notice>
    );
  const from = (page - 1) * SEARCH_HITS + 1;
  const isPart = hasMore || page > 1;
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.search.results')}</h2>
      {isPart && (
        <p className="lead">{t('deskSubscribers.search.more', { from, to: from + hits.length - 1 })}</p>
      )}
      <ul className={classes.rows}>
        {hits.map((hit) => (
          <Hit key={hit.accountId} hit={hit} locale={locale} typed={typed} />
        ))}
      </ul>
      {isPart && (
        <Paging
          locale={locale}
          path={`/desk/subscribers?q=${encodeURIComponent(typed)}`}
          page={page}
          pages={hasMore ? page + 1 : page}
        />
      )}
    </section>
  );
}

interface HitProps {
  hit: DeskOutputs['subscribers']['search']['hits'][number];
  locale: Locale;
  /** The search, to which the subscriber's page leads back. */
  typed: string;
}

/** A subscriber that the search has found, as a link to the subscriber's page. */
async function Hit({ hit, locale, typed }: HitProps) {
  const t = await getI18n();
  const { accountId, foundBy, name, email, phone, state } = hit;
  return (
    <li className={classes.row} data-split data-row>
      <div>
        <p className={classes.strong}>
          <Link
            href={localePath(locale, `/desk/subscribers/${accountId}?q=${encodeURIComponent(typed)}`)}
            className="tap"
          >
            {name ?? t('deskSubscribers.deleted')}
          </Link>
        </p>
        <p className="muted anywhere small">{name === null ? accountId : `${email} · ${phone}`}</p>
        {foundBy !== 'text' && (
          <p className="muted anywhere small">
            {t('deskSubscribers.search.by', { what: t(`deskSubscribers.search.foundBy.${foundBy}`) })}
          </p>
        )}
      </div>
      <p>{t(`deskSubscribers.state.${state}`)}</p>
    </li>
  );
}
