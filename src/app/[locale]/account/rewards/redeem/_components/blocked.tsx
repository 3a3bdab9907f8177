'use client';

import { ClosedBoxArt } from '@/components/art/box';
import { PackArt } from '@/components/art/pack';
import { ButtonLink } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { nameText, sizeText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { sheetPath } from '@/locales/sheet-path';
import type { Rewards } from '../../_components/balance';
import { Progress } from '../../_components/progress';
import type { Product, WhyNot } from './offer';
import classes from './redeem.module.css';

interface BlockedProps {
  why: WhyNot;
  view: Rewards;
  offered: readonly Product[];
}

/** Explains why nothing can be redeemed now, and how to change that. */
export function Blocked({ why, view, offered }: BlockedProps) {
  const t = useI18n();
  const locale = useLocale();
  if (why === 'pending') {
    return (
      <Notice tone="waiting" title={t('rewards.redeem.pendingTitle')}>
        <p>{t('rewards.redeem.pendingText')}</p>
        <ButtonLink href={localePath(locale, '/account')} look="secondary">
          {t('rewards.redeem.toAccount')}
        </ButtonLink>
      </Notice>
    );
  }
  if (why === 'few') return <Few view={view} offered={offered} />;
  return (
    <section className="card stack mt-5">
      <ClosedBoxArt className={classes.box} />
      <h2 className="h2">{t('rewards.redeem.noOrderTitle')}</h2>
      <p>{t(why === 'notActive' ? 'rewards.redeem.notActiveText' : 'rewards.redeem.noOrderText')}</p>
      {why === 'notActive' ? (
        <ButtonLink href={localePath(locale, sheetPath('restart'))} wide>
          {t('rewards.invite.reactivate')}
        </ButtonLink>
      ) : (
        <ButtonLink href={localePath(locale, '/account')} wide>
          {t('rewards.redeem.toOrders')}
        </ButtonLink>
      )}
    </section>
  );
}

function Few({ view: { points, freeProduct }, offered }: Pick<BlockedProps, 'view' | 'offered'>) {
  const t = useI18n();
  const locale = useLocale();
  return (
    <>
      <section className={`card stack ${classes.few}`}>
        <h2 className="h2">
          {t('rewards.redeem.fewTitle', { points: t('common.points', { count: freeProduct.toGo }) })}
        </h2>
        <Progress
          label={t('rewards.balance.progress')}
          value={points}
          max={freeProduct.points}
          text={t('rewards.balance.of', { points, needed: freeProduct.points })}
        />
        <ButtonLink href={localePath(locale, '/account/rewards')} wide>
          {t('rewards.redeem.invite')}
        </ButtonLink>
      </section>
      <h2 className="h2">{t('rewards.redeem.canChoose')}</h2>
      <ul className="stack mt-2">
        {offered.map((product) => (
          <li key={product.code} className={`card ${classes.product}`}>
            <PackArt code={product.code} className={classes.pack} />
            <div>
              <h3 className="strong">{nameText(product, locale)}</h3>
              <p className="muted small">{sizeText(product, locale)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
