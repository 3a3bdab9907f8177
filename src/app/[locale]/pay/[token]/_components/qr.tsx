'use client';

import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { QrCode } from '@/components/secret-link/qr-code';
import classes from '@/components/secret-link/secret-link.module.css';
import { useI18n } from '@/locales/client';
import type { PayLinkState } from './use-pay-link';

/** Shows the PromptPay QR code, or that it is being created, has failed or has expired. */
export function Qr({
  link,
  qr: { qrProblem, isMaking, isAsked, makeQr },
}: Pick<PayLinkState, 'link' | 'qr'>) {
  const t = useI18n();
  const { qr } = link;
  if (qr)
    return (
      <>
        <QrCode qr={qr} amount={link.amount} />
        <p className="muted small">{t('payments.pay.qrNext')}</p>
      </>
    );
  if (qrProblem && !isMaking) {
    return (
      <Notice tone="bad" urgent title={t('payments.pay.problem')}>
        <p>{qrProblem.message ?? t('payments.pay.problemText')}</p>
        <Button look="secondary" onClick={() => void makeQr()}>
          {t('common.tryAgain')}
        </Button>
      </Notice>
    );
  }
  if (link.app || (isAsked && link.canHaveQr && link.status !== 'fail')) {
    return (
      <Button look="secondary" wide busy={isMaking} onClick={() => void makeQr()}>
        {isMaking ? t('payments.pay.qrMaking') : t(link.app ? 'payments.apps.qr' : 'payments.apps.showQr')}
      </Button>
    );
  }
  if (link.status === 'fail' && link.canHaveQr) {
    return (
      <Button wide busy={isMaking} onClick={() => void makeQr()}>
        {isMaking ? t('payments.pay.qrMaking') : t('payments.pay.another')}
      </Button>
    );
  }
  if (link.canHaveQr || isMaking) {
    return (
      <div className={classes.making} role="status">
        <p>{t('payments.pay.qrMaking')}</p>
      </div>
    );
  }
  return <p className="muted small">{t('payments.pay.qrLate')}</p>;
}
