'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import classes from './pay.module.css';
import { savePng } from './save-png';
import type { PayLinkState } from './use-pay-link';

/** Shows the PromptPay QR code, or that it is being created, has failed or has expired. */
export function Qr({ link, qrProblem, isMaking, makeQr }: PayLinkState) {
  const t = useI18n();
  const { qr } = link;
  if (qr) return <Code qr={qr} amount={link.amount} />;
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
  return <p className={classes.muted}>{t('payments.pay.qrLate')}</p>;
}

function Code({ qr, amount }: { qr: { imageUrl: string; endsAt: string }; amount: number }) {
  const t = useI18n();
  const locale = useLocale();
  const image = useRef<HTMLImageElement>(null);
  const [said, setSaid] = useState('');
  const file = `ira-promptpay-${(amount / 100).toFixed(2)}.png`;

  const save = async () => {
    try {
      if (!image.current) return;
      await image.current.decode();
      await savePng(image.current, file);
      setSaid(t('payments.pay.saved', { file }));
    } catch {
      setSaid(t('payments.pay.saveFailed'));
    }
  };

  return (
    <>
      <div className={classes.code}>
        {/* eslint-disable-next-line @next/next/no-img-element -- the gateway's SVG, unchanged */}
        <img
          ref={image}
          src={qr.imageUrl}
          width={740}
          height={1050}
          alt={t('payments.pay.qrAlt', { amount: bahtText(amount, locale) })}
        />
      </div>
      <Button look="secondary" wide onClick={() => void save()}>
        {t('payments.pay.save')}
      </Button>
      <p role="status" className={classes.said}>
        {said}
      </p>
      <p>{t('payments.pay.qrHow')}</p>
      <p className={classes.muted}>
        {t('payments.pay.qrUntil', {
          until: <span className="keep">{deadlineText(qr.endsAt, locale)}</span>,
        })}
      </p>
    </>
  );
}
