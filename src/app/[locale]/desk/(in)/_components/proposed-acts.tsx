'use client';

import { orderNumberText } from '@/domain/order';
import { mayDo, type StaffRole } from '@/domain/staff';
import { fitOf } from '@/domain/transfer-fit';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, momentText } from '@/locales/format';
import { desk, type DeskOutputs } from '@/trpc/desk';
import { Act } from './act';

type Proposed = DeskOutputs['money']['proposeOrders'];

interface ProposedActsProps {
  proposed: Proposed;
  proposal: Proposed['proposals'][number];
  role: StaffRole;
  /** Reads the proposals again. */
  onAsked: () => Promise<void>;
}

/** What can be done about a transfer and an order that it probably pays. */
export function ProposedActs({ proposed, proposal, role, onAsked }: ProposedActsProps) {
  const t = useI18n();
  const locale = useLocale();
  const { transfer, limit, askedAt } = proposed;
  const { orderId, due, isOwed, isOpen, name } = proposal;
  const order = orderNumberText(proposal.orderNumber);
  const all = [transfer, ...proposal.others];
  const both = { ids: all.map(({ transferId }) => transferId), sum: sumOf(all) };
  const alone = { ids: [transfer.transferId], sum: transfer.amount };
  // A transfer and the rest that was asked for. More than what is due is two payments.
  const isTogether = isOwed && all.length > 1 && both.sum <= due;
  const { ids, sum } = isTogether ? both : alone;
  const fit = isOwed ? fitOf(sum, due) : ({ kind: 'exact' } as const);
  const difference = bahtText(fit.kind === 'exact' ? 0 : fit.difference, locale);
  const amount = bahtText(sum, locale);
  const isTooShort = fit.kind === 'short' && fit.difference > limit;

  const book = async (why: string) => {
    const input = { transferIds: ids, orderId, sum, due, ...(why !== '' && { why }) };
    const { status } = await desk.money.bookForOrder.mutate(input);
    return t(`deskToday.bookState.${status}`, { amount: bahtText(due, locale) });
  };
  const effect = () => {
    if (!isOwed) return t('deskTransfers.text.notOwed', { amount, order });
    if (fit.kind === 'short') return t('deskTransfers.text.short', { amount, order, difference });
    return fit.kind === 'over'
      ? t('deskTransfers.text.over', { order, difference })
      : t('deskTransfers.text.exact', { amount, order });
  };
  return (
    <div className="actions">
      {!isTooShort && (
        <Act
          reason={fit.kind === 'short' ? 'required' : 'none'}
          hint={t('deskToday.whyHint')}
          act={
            fit.kind === 'short'
              ? t('deskTransfers.accept', { order, difference })
              : isTogether
                ? t('deskTransfers.bookTogether', { count: all.length, order })
                : t('deskTransfers.book', { order })
          }
          text={effect()}
          run={book}
        />
      )}
      {isTooShort && (
        <p className="small">{t('deskTransfers.tooShort', { limit: bahtText(limit, locale) })}</p>
      )}
      {askedAt !== null && (
        <p className="small">{t('deskTransfers.askedAt', { moment: momentText(askedAt, locale) })}</p>
      )}
      {askedAt === null && fit.kind === 'short' && isOpen && !isTogether && (
        <Act
          act={t('deskTransfers.ask', { difference })}
          text={t('deskTransfers.askText', { name })}
          run={async () => {
            await desk.money.askForRest.mutate({ transferId: transfer.transferId, orderId });
            await onAsked();
          }}
          done={t('deskTransfers.asked')}
        />
      )}
      {mayDo(role, 'money.refund') && (
        <Act
          reason="required"
          hint={t('deskToday.whyHint')}
          act={t('deskTransfers.refundTo', { name })}
          text={t('deskTransfers.refundText', { amount: bahtText(transfer.amount, locale), name })}
          run={(why) => desk.money.refundTransfer.mutate({ transferId: transfer.transferId, orderId, why })}
          done={t('deskTransfers.refunded')}
        />
      )}
    </div>
  );
}

const sumOf = (transfers: readonly { amount: number }[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0);
