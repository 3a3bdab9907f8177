import Link from 'next/link';
import { TokensArt } from '@/components/art/rewards';
import { ButtonLink } from '@/components/button';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import type { RouterOutputs } from '@/trpc/outputs';
import { Progress } from './progress';
import classes from './rewards.module.css';

export type Rewards = RouterOutputs['rewards']['summary'];

/** Shows the balance of points, the points missing for a free product, and the points of the next order. */
export async function Balance({ view, locale }: { view: Rewards; locale: Locale }) {
  const t = await getI18n();
  const { points, debt, freeProduct, nextOrder } = view;
  const isEnough = freeProduct.toGo === 0;
  const inWords = (count: number) => t('common.points', { count });
  const toGo = isEnough
    ? t('rewards.balance.ready')
    : t('rewards.balance.toGo', { points: inWords(freeProduct.toGo) });
  return (
    <section className="card mt-4" aria-labelledby="points-title">
      <div className={classes.head}>
        <div>
          <h2 id="points-title" className={classes.kicker}>
            {t('rewards.balance.title')}
          </h2>
          <p className={classes.big}>{inWords(points)}</p>
        </div>
        <TokensArt />
      </div>
      <Progress
        label={t('rewards.balance.progress')}
        value={points}
        max={freeProduct.points}
        text={t('rewards.balance.of', { points, needed: freeProduct.points })}
      />
      <p className="medium mt-2">{toGo}</p>
      {nextOrder && (
        <p className="muted small">
          {t('rewards.balance.next', {
            date: <DayText day={nextOrder.paymentDate} locale={locale} short />,
            points: <span className="keep">{inWords(nextOrder.points)}</span>,
          })}
        </p>
      )}
      {debt > 0 && (
        <p className="note waiting small mt-2">{t('rewards.balance.debt', { points: inWords(debt) })}</p>
      )}
      <div className={classes.redeem}>
        <ButtonLink
          href={localePath(locale, '/account/rewards/redeem')}
          look={isEnough ? 'primary' : 'secondary'}
        >
          {t(isEnough ? 'rewards.balance.redeem' : 'rewards.balance.look')}
        </ButtonLink>
      </div>
      <p className="mt-2">
        <Link className="tap" href={localePath(locale, '/account/rewards/points')}>
          {t('rewards.balance.history')}
        </Link>
      </p>
    </section>
  );
}
