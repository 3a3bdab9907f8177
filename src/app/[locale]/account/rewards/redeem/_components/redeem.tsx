'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { TaskPage } from '@/components/shell/task-page';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import { trpc } from '@/trpc/react';
import type { Rewards } from '../../_components/balance';
import { ClosedBoxArt } from '@/components/art/box';
import { sheetPath } from '@/locales/sheet-path';
import { Progress } from '../../_components/progress';
import { whyNot, type Product, type WhyNot } from './offer';
import { RedeemForm, type Choice } from './redeem-form';
import { PackArt } from '@/components/art/pack';
import { GiftArt } from '@/components/art/rewards';
import { ButtonLink } from '@/components/button';
import { DayText } from '@/components/values';
import type { Day } from '@/domain/day';
import { nameText, sizeText } from '@/locales/format';
import classes from './redeem.module.css';

interface RedeemProps {
  view: Rewards;
  products: readonly Product[];
  isActive: boolean;
  /** Whether a payment link is open. Nothing can be redeemed until it is paid. */
  isPending: boolean;
  /** The content beside the form on wide screens. */
  aside: React.ReactNode;
}

/** Lets the subscriber redeem points for a pack, or explains why that is not possible now. */
export function Redeem({ view, products, isActive, isPending, aside }: RedeemProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const { run, busy, problem } = useCommand();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const offered = products.filter(({ code }) => view.freeProduct.products.includes(code));
  const back = { href: localePath(locale, '/account/rewards'), text: t('rewards.back') };
  const inWords = (count: number) => t('common.points', { count });

  const redeem = ({ productCode, orderId }: Choice) =>
    run(
      async () => {
        const { order, points } = await trpc.rewards.redeem.mutate({ productCode, orderId });
        setOutcome({ productCode, paymentDate: order.paymentDate, points });
        // Cached pages must show the new balance.
        router.refresh();
      },
      // After an error the page may be out of date, so it is refreshed.
      { onProblem: () => router.refresh() },
    );

  if (outcome) {
    return (
      <TaskPage back={back} heading={t('rewards.redeem.doneTitle')} aside={aside}>
        <Redeemed outcome={outcome} products={products} />
      </TaskPage>
    );
  }
  const why = whyNot({ view, isActive, isPending });
  return (
    <TaskPage
      back={back}
      heading={t('rewards.redeem.title')}
      lead={t('rewards.redeem.lead', {
        points: inWords(view.points),
        needed: inWords(view.freeProduct.points),
      })}
      aside={aside}
    >
      {problem && (
        <Notice tone="bad" urgent title={t('rewards.redeem.problem')}>
          <p>{problem.message}</p>
        </Notice>
      )}
      {why ? (
        <Blocked why={why} view={view} offered={offered} />
      ) : (
        <RedeemForm
          view={view}
          offered={offered}
          products={products}
          busy={busy}
          onRedeem={(choice) => void redeem(choice)}
        />
      )}
    </TaskPage>
  );
}

interface Outcome {
  productCode: string;
  paymentDate: Day;
  /** The remaining points. */
  points: number;
}

/** Confirms a redemption with the product, the order and the remaining points. */
function Redeemed({
  outcome: { productCode, paymentDate, points },
  products,
}: {
  outcome: Outcome;
  products: readonly Product[];
}) {
  const t = useI18n();
  const locale = useLocale();
  const product = products.find(({ code }) => code === productCode);
  const name = product ? nameText(product, locale) : productCode;
  return (
    <div className="stack mt-4">
      <div className={classes.scene}>
        <PackArt code={productCode} className={classes.scenePack} />
        <GiftArt className={classes.sceneGift} />
      </div>
      <p>
        {t('rewards.redeem.doneText', {
          product: <strong>{name}</strong>,
          date: <DayText day={paymentDate} locale={locale} />,
        })}
      </p>
      <p>{t('rewards.redeem.doneLeft', { points: t('common.points', { count: points }) })}</p>
      <ButtonLink href={localePath(locale, '/account')} wide>
        {t('rewards.redeem.toOrders')}
      </ButtonLink>
      <ButtonLink href={localePath(locale, '/account/rewards')} look="secondary" wide>
        {t('rewards.back')}
      </ButtonLink>
    </div>
  );
}

interface BlockedProps {
  why: WhyNot;
  view: Rewards;
  offered: readonly Product[];
}

/** Explains why nothing can be redeemed now, and how to change that. */
function Blocked({ why, view, offered }: BlockedProps) {
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
