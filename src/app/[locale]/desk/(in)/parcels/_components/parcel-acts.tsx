'use client';

import { REPORTED_PROBLEMS, isReportedProblem } from '@/domain/parcel';
import { useI18n } from '@/locales/client';
import { desk } from '@/trpc/desk';
import { Act } from '../../_components/act';
import { LossForm } from './loss-form';
import { NumberForm } from './number-form';
import type { Parcel } from './parcel';
import { undoParcel } from './undo-parcel';

interface ParcelActsProps {
  parcel: Parcel;
  mayRefund: boolean;
}

/** What can be done about one parcel: before it has left, on its way, and when something went wrong. */
export function ParcelActs({ parcel, mayRefund }: ParcelActsProps) {
  const t = useI18n();
  const { orderId, status, problem } = parcel;
  const isOnWay = status === 'shipped' || status === 'delivered';
  return (
    <div className="stack">
      {!isOnWay && problem !== 'by_hand' && (
        <Act
          act={t('deskParcels.retry')}
          text={t('deskParcels.retryText')}
          run={() => desk.parcels.retry.mutate({ orderId })}
          done={t('deskParcels.retried')}
        />
      )}
      {!isOnWay && <NumberForm orderId={orderId} isHeld={parcel.isHeld} isSent={false} />}
      {status === 'shipped' && <NumberForm orderId={orderId} isHeld={false} isSent />}
      {status !== 'delivered' && (
        <Act
          act={t('deskParcels.delivered')}
          text={t('deskParcels.deliveredText')}
          run={() => desk.parcels.markDelivered.mutate({ orderId })}
          done={t('deskParcels.deliveredDone')}
          undo={undoParcel}
        />
      )}
      {isOnWay &&
        REPORTED_PROBLEMS.filter((one) => one !== problem).map((one) => (
          <Act
            key={one}
            act={t(`deskParcels.report.${one}`)}
            text={t('deskParcels.reportText')}
            run={() => desk.parcels.report.mutate({ orderId, problem: one })}
            done={t('deskParcels.reported')}
            undo={undoParcel}
          />
        ))}
      {isOnWay && <LossForm parcel={parcel} mayRefund={mayRefund} />}
      {isReportedProblem(problem) && (
        <Act
          reason="required"
          hint={t('deskToday.whyHint')}
          act={t('deskParcels.settled')}
          text={t('deskToday.dismissText')}
          run={(why) => desk.today.dismissParcel.mutate({ group: 'parcels', id: orderId, why })}
          done={t('deskToday.dismissed')}
        />
      )}
    </div>
  );
}
