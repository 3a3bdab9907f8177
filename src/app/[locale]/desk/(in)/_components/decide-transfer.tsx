'use client';

import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { Notice } from '@/components/notice';
import { orderNumberText } from '@/domain/order';
import { mayDo, type StaffRole } from '@/domain/staff';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, dayText } from '@/locales/format';
import { localePath } from '@/locales/paths';
import { desk, refusalOf } from '@/trpc/desk';
import { useRead } from '@/trpc/use-read';
import { Act } from './act';
import { BookTransfer } from './book-transfer';
import classes from './decide-transfer.module.css';
import deskClasses from './desk.module.css';
import { ProposedActs } from './proposed-acts';

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
