import { TaskPage } from '@/components/shell/task-page';
import { personalMetadata } from '@/locales/page-metadata';
import { getI18n, pageLocale } from '@/locales/server';
import { api, requireSubscriberSession } from '@/trpc/server';
import { MilestoneReached } from '../_components/milestone-reached';
import { Balance, type Rewards } from './_components/balance';
import { Earning } from './_components/earning';
import { PackArt } from '@/components/art/pack';
import { DayText } from '@/components/values';
import type { Locale } from '@/domain/locale';
import { nameText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { InviteCard } from './_components/invite-card';
import { WreathArt } from '@/components/art/rewards';
import { Leaves } from './_components/progress';
import classes from './_components/rewards.module.css';

const PATH = '/account/rewards';

export const generateMetadata = personalMetadata(PATH, 'rewards.title');

export default async function RewardsPage({ params }: PageProps<'/[locale]/account/rewards'>) {
  const locale = await pageLocale(params);
  const session = await requireSubscriberSession(locale, PATH);
  const { rewards, catalogue } = await api();
  const [t, view, products] = await Promise.all([getI18n(), rewards.summary(), catalogue.everyProduct()]);
  const { milestone, referral } = view;
  return (
    <TaskPage heading={t('rewards.title')} aside={<Earning view={view} />}>
      {milestone.reached && <MilestoneReached reached={milestone.reached} every={milestone.every} />}
      <Balance view={view} locale={locale} />
      <Held held={view.held} products={products} locale={locale} />
      <InviteCard referral={referral} status={session.subscription?.status ?? 'cancelled'} />
      <MilestoneProgress milestone={milestone} />
    </TaskPage>
  );
}

/** Shows how many more boxes the subscriber needs for the next milestone. */
async function MilestoneProgress({ milestone }: { milestone: Rewards['milestone'] }) {
  const t = await getI18n();
  const { every, points, toGo } = milestone;
  const count = Math.max(0, every - toGo);
  const text = t('rewards.milestone.of', { count, every });
  return (
    <section className="card mt-4" aria-labelledby="milestone-title">
      <div className={classes.head}>
        <div className="stack mt-2">
          <h2 id="milestone-title" className="h2">
            {t('rewards.milestone.title')}
          </h2>
          <Leaves label={t('rewards.milestone.progress')} value={count} max={every} text={text} />
          <p className="strong">{text}</p>
        </div>
        <WreathArt />
      </div>
      <p className="muted small">
        {t('rewards.milestone.toGo', {
          boxes: t('rewards.milestone.boxes', { count: toGo }),
          points: <span className="keep">{t('common.points', { count: points })}</span>,
        })}
      </p>
    </section>
  );
}

interface HeldProps {
  held: Rewards['held'];
  products: RouterOutputs['catalogue']['products'];
  locale: Locale;
}

/** Lists redeemed free products that are not sent yet, with their orders. */
async function Held({ held, products, locale }: HeldProps) {
  const t = await getI18n();
  if (held.length === 0) return null;
  return (
    <section className="card mt-4" aria-labelledby="held-title">
      <h2 id="held-title" className="h2">
        {t('rewards.held.title')}
      </h2>
      <ul className="stack mt-2">
        {held.map(({ orderId, paymentDate, productCode, skipped }) => {
          const date = <DayText day={paymentDate} locale={locale} />;
          const product = products.find(({ code }) => code === productCode);
          return (
            <li key={orderId} className={classes.free} data-skipped={skipped || undefined}>
              <div className={`picture ${classes.pack}`}>
                <PackArt code={productCode} />
              </div>
              <div>
                <p className="strong">{product ? nameText(product, locale) : productCode}</p>
                <p className="muted small">
                  {skipped
                    ? t('rewards.held.skipped', {
                        date,
                        contact: <a href="#contact">{t('rewards.held.contact')}</a>,
                      })
                    : t('rewards.held.rides', { date })}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
