import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import type { CallerChange } from '@/schemas/desk-subscribers';
import { PreviewLines, PreviewPart, PreviewText } from '../../../_components/desk-dialog';
import type { ChangePreview, ChangeSubscriberProps } from './change-props';

interface ChangeEffectsProps {
  preview: ChangePreview;
  plan: ChangeSubscriberProps['plan'];
  change: CallerChange;
  by: string;
  name: string;
}

/** What a change does for the subscriber, the message, and what the log will say. */
export function ChangeEffects({ preview, plan, change, by, name }: ChangeEffectsProps) {
  const t = useI18n();
  const { after, message } = preview;
  return (
    <div role="status" className="stack-4">
      <PreviewPart title={t('deskChange.happens')}>
        {after ? (
          <PlanLines after={after} plan={plan} />
        ) : (
          <p>{t(change.kind === 'email' ? 'deskChange.emailText' : 'deskChange.personText')}</p>
        )}
      </PreviewPart>
      <PreviewPart title={t(`deskChange.message.${message.channel}`)}>
        <PreviewText lang={message.locale}>{message.text}</PreviewText>
      </PreviewPart>
      <PreviewPart title={t('deskRefund.log')}>
        <p>{t(`deskChange.log.${change.kind}`, { by, name })}</p>
      </PreviewPart>
    </div>
  );
}

/** The delivery fee and the next orders, before and after. */
function PlanLines({
  after: { subscription, upcomingOrders },
  plan,
}: {
  after: NonNullable<ChangePreview['after']>;
  plan: ChangeSubscriberProps['plan'];
}) {
  const t = useI18n();
  const locale = useLocale();
  const baht = (satang: number) => bahtText(satang, locale);
  const fees = [plan.deliveryFee, subscription.deliveryFee];
  return (
    <PreviewLines
      lines={[
        fees[0] !== fees[1] && fees[0] != null && fees[1] != null
          ? [t('deskRefund.delivery'), <Changed key="fee" before={baht(fees[0])} now={baht(fees[1])} />]
          : null,
        ...upcomingOrders.map((order, at) => {
          const before = plan.upcoming[at];
          const total = order.skipped ? t('deskSubscribers.orders.skipped') : baht(order.total);
          const shown = before && !before.skipped ? baht(before.total) : null;
          return [
            dayText(order.paymentDate, locale),
            <Changed key={order.orderId} before={shown === total ? null : shown} now={total} />,
          ] as const;
        }),
      ]}
    />
  );
}

function Changed({ before, now }: { before: string | null; now: string }) {
  return (
    <>
      {before !== null && <s className="muted">{before}</s>} {now}
    </>
  );
}
