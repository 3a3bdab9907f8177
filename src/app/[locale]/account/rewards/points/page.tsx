import { TokensArt } from '@/components/art/rewards';
import { ButtonLink } from '@/components/button';
import { pageNumber, pagePath, Paging } from '@/components/paging';
import { TaskPage } from '@/components/shell/task-page';
import { localePath } from '@/locales/paths';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { Earning } from '../_components/earning';
import { rewardsMetadata } from '../_components/metadata';
import { Ledger } from './_components/ledger';
import classes from './_components/ledger.module.css';

const PATH = '/account/rewards/points';

type Props = PageProps<'/[locale]/account/rewards/points'>;

export const generateMetadata = ({ params }: Props) => rewardsMetadata(params, PATH, 'rewards.ledger.title');

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
