import type { Locale } from '@/domain/locale';
import { dayOf, type Day } from '@/domain/day';
import { CANCEL_REASONS } from '@/domain/cancel-reason';
import { bahtText, contentsText, dayText, expiryText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { AddPoints } from './add-points';
import { CancelPlan } from './cancel-plan';
import { Facts, type Fact } from './facts';
import { PausePlan } from './pause-plan';
import own from './subscriber.module.css';
import type { Person, Plan, Shown } from './types';

interface PlanFactsProps extends Shown {
  subscription: Plan | null;
  person: Person | null;
  products: readonly { code: string; name: Record<Locale, string> }[];
}

/** The state of the subscription, and what can be done with it now. */
export async function PlanFacts({ subscription, person, products, locale, accountId, may }: PlanFactsProps) {
  const t = await getI18n();
  if (!subscription)
    return (
      <section className="card mt-5">
        <h2>{t('deskSubscribers.plan.title')}</h2>
        <p className="lead">{t('deskSubscribers.plan.none')}</p>
      </section>
    );
  const { can, version, pause, today } = subscription;
  const shown = { accountId, version };
  return (
    <section className="card mt-5">
      <h2>{t('deskSubscribers.plan.title')}</h2>
      <Facts facts={await factsOf(subscription, person, { locale, products })} />
      {may && (
        <div className={`actions ${own.acts}`}>
          {can.pause && <PausePlan {...shown} today={today} pausedUntil={pause?.until ?? null} />}
          {can.addPoints && <AddPoints {...shown} />}
          {can.cancel && <CancelPlan accountId={accountId} />}
        </div>
      )}
    </section>
  );
}

async function factsOf(
  plan: Plan,
  person: Person | null,
  { locale, products }: Pick<PlanFactsProps, 'locale' | 'products'>,
): Promise<Fact[]> {
  const t = await getI18n();
  const day = (date: Day) => dayText(date, locale);
  const { pause, cancelled, pending, cards, items, frequency, paymentDay, paymentMethod } = plan;
  const points = t('common.points', { count: person?.points ?? 0 });
  const debt = person && person.debt > 0 && t('common.points', { count: person.debt });
  return [
    {
      name: t('deskSubscribers.plan.state'),
      value: (
        <>
          {pause
            ? t('deskSubscribers.plan.pausedUntil', { date: day(pause.until) })
            : t(`deskSubscribers.state.${plan.state}`)}
          {cancelled && <p className="muted anywhere small">{await cancelledText(cancelled, locale)}</p>}
          {cancelled?.comment && <p className="muted anywhere small">“{cancelled.comment}”</p>}
        </>
      ),
    },
    ...(pending
      ? [
          {
            name: t('deskSubscribers.plan.pending'),
            value: `${bahtText(pending.amount, locale)} · ${t(`payments.status.${pending.status}`)}`,
          },
        ]
      : []),
    { name: t('deskSubscribers.plan.box'), value: contentsText(items, products, locale) },
    { name: t('deskSubscribers.plan.frequency'), value: t(`common.perMonths${frequency as 1 | 2 | 3}`) },
    { name: t('deskSubscribers.plan.paymentDay'), value: t('common.dayOfMonth', { day: paymentDay }) },
    {
      name: t('deskSubscribers.plan.method'),
      value: (
        <>
          {t(`deskSubscribers.plan.methods.${paymentMethod}`)}
          {cards.map((card) => (
            <p key={`${card.lastDigits} ${card.expiryYear}`} className="muted anywhere small">
              {t('deskSubscribers.plan.card', {
                brand: card.brand,
                digits: card.lastDigits,
                expiry: expiryText(card),
              })}
            </p>
          ))}
        </>
      ),
    },
    {
      name: t('deskSubscribers.plan.points'),
      value: debt ? `${points}, ${t('deskSubscribers.plan.debt', { points: debt })}` : points,
    },
  ];
}

async function cancelledText(
  { at, reason }: NonNullable<Plan['cancelled']>,
  locale: Locale,
): Promise<string> {
  const t = await getI18n();
  const date = dayText(dayOf(new Date(at)), locale);
  const known = CANCEL_REASONS.find((one) => one === reason);
  const why = known ? t(`cancelReasons.${known}`) : '–';
  return t('deskSubscribers.plan.cancelledOn', { date, reason: why });
}
