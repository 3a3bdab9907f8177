'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { Notice } from '@/components/notice';
import { orderNumberText } from '@/domain/order';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText, momentText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { desk, refusalOf, type DeskOutputs } from '@/trpc/desk';
import { useRead } from '@/trpc/use-read';
import { Act } from './act';
import { BookTransfer } from './book-transfer';
import classes from './decide-transfer.module.css';
import deskClasses from './desk.module.css';
import { fitOf } from '@/domain/transfer-fit';

interface DecideTransferProps {
  transferId: string;
  /** Satang. */
  amount: number;
  role: StaffRole;
}

/** Proposes the orders that a transfer probably pays, with what can be done about each. */
export function DecideTransfer(props: DecideTransferProps) {
  const t = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Proposals {...props} onEnd={() => setOpen(false)} />;
  return (
    <Button look="secondary" onClick={() => setOpen(true)}>
      {t('deskTransfers.decide')}
    </Button>
  );
}

function Proposals({ transferId, amount, role, onEnd }: DecideTransferProps & { onEnd: () => void }) {
  const t = useI18n();
  const locale = useLocale();
  const failureText = useFailureText('read');
  const read = useRead(true, () => ({
    queryKey: ['desk', 'proposals', transferId],
    queryFn: () => desk.money.proposeOrders.query({ transferId }),
    staleTime: 0,
    gcTime: 0,
  }));
  const proposed = read.data;
  return (
    <div className={`stack-4 ${classes.proposals}`} role="group" aria-label={t('deskTransfers.decide')}>
      {Boolean(read.error) && <Notice tone="bad" urgent title={failureText(refusalOf(read.error))} />}
      {!proposed && !read.error && <p role="status">{t('common.loading')}</p>}
      {proposed?.proposals.length === 0 && <p role="status">{t('deskTransfers.none')}</p>}
      {proposed?.proposals.map((one) => (
        <section key={one.orderId} className={classes.proposal} aria-label={one.name}>
          <div>
            <p className={deskClasses.strong}>
              <Link href={localePath(locale, `/desk/subscribers/${one.accountId}`)} prefetch={false}>
                {one.name}
              </Link>{' '}
              · {orderNumberText(one.orderNumber)}
            </p>
            <p className="small">
              {t('deskTransfers.due', {
                amount: bahtText(one.due, locale),
                date: dayText(one.paymentDate, locale),
              })}
              {' · '}
              {one.isOwed
                ? t(`deskTransfers.fit.${one.fit.kind}`, {
                    amount: bahtText(one.fit.kind === 'exact' ? one.due : one.fit.difference, locale),
                  })
                : t('deskTransfers.notOwed')}
            </p>
            <p className="muted small">{one.why.map((why) => t(`deskTransfers.why.${why}`)).join(' · ')}</p>
          </div>
          <ProposedActs proposed={proposed} proposal={one} role={role} onAsked={read.refetch} />
        </section>
      ))}
      <div className="actions">
        <BookTransfer transferId={transferId} amount={amount} />
        {mayDo(role, 'money.refund') && (
          <Act
            reason="required"
            hint={t('deskToday.whyHint')}
            act={
              proposed && proposed.proposals.length > 0
                ? t('deskTransfers.refundNeither')
                : t('deskTransfers.refund', { amount: bahtText(amount, locale) })
            }
            text={t('deskTransfers.refundUnknown')}
            run={(why) => desk.money.refundTransfer.mutate({ transferId, why })}
            done={t('deskTransfers.refunded')}
          />
        )}
        <Button look="secondary" onClick={onEnd}>
          {t('common.close')}
        </Button>
      </div>
    </div>
  );
}

type Proposed = DeskOutputs['money']['proposeOrders'];

interface ProposedActsProps {
  proposed: Proposed;
  proposal: Proposed['proposals'][number];
  role: StaffRole;
  /** Reads the proposals again. */
  onAsked: () => Promise<void>;
}

/** What can be done about a transfer and an order that it probably pays. */
function ProposedActs({ proposed, proposal, role, onAsked }: ProposedActsProps) {
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
