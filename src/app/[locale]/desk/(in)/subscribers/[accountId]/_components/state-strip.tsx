import { isCharged } from '@/domain/subscription';
import { Notice } from '@/components/notice';
import { orderNumberText } from '@/domain/order';
import { bahtText, dayText, momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { OwedActs } from '../../../_components/owed-acts';
import own from './subscriber.module.css';
import type { Person, Plan, Previous, Shown } from './types';

interface StateStripProps extends Shown {
  person: Person;
  plan: Plan;
  previous: Previous;
}

/** What a member must know first: a dispute, a payment that fails or waits, a missing address, a pause. */
export async function StateStrip({ person, plan, previous, locale, accountId, may }: StateStripProps) {
  const t = await getI18n();
  const disputed = previous.orders.find(({ dispute }) => dispute === 'open' || dispute === 'pending');
  const { pending, pause } = plan;
  const owed = pending && previous.orders.find(({ orderId }) => orderId === pending.orderId);
  const tries = owed?.tries.filter(({ status }) => status === 'declined' || status === 'not_sent') ?? [];
  const reason = tries.at(-1)?.reason;
  const number = owed ? orderNumberText(owed.orderNumber) : '';
  return (
    <>
      {disputed && (
        <Notice
          tone="bad"
          title={t('deskOrders.strip.disputed', {
            number: orderNumberText(disputed.orderNumber),
            amount: bahtText(disputed.total, locale),
          })}
        />
      )}
      {pending && (
        <Notice
          tone="waiting"
          title={t('deskOrders.strip.unpaid', {
            amount: bahtText(pending.amount, locale),
            number,
            state: t(`payments.status.${pending.status}`),
          })}
        >
          {reason && <p>{t(`declines.${reason}`)}</p>}
          {owed?.nextTryAt && (
            <p>
              {t('deskOrders.next', { moment: momentText(owed.nextTryAt, locale) })}
              {owed.lastTryAt && ` ${t('deskOrders.last', { moment: momentText(owed.lastTryAt, locale) })}`}
            </p>
          )}
          {may && (
            <div className={`actions ${own.acts}`}>
              <OwedActs
                accountId={accountId}
                orderId={pending.orderId}
                amount={pending.amount}
                name={`${person.firstName} ${person.lastName}`.trim() || null}
                isTried={isCharged(plan.paymentMethod) && owed?.nextTryAt != null}
              />
            </div>
          )}
        </Notice>
      )}
      {plan.status === 'active' && person.address === null && (
        <Notice tone="bad" title={t('deskOrders.strip.noAddress')} />
      )}
      {pause && (
        <Notice
          tone="info"
          title={t('deskSubscribers.plan.pausedUntil', { date: dayText(pause.until, locale) })}
        />
      )}
    </>
  );
}
