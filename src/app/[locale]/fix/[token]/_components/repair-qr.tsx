'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, momentText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import classes from '../../../pay/[token]/_components/pay.module.css';
import type { Repair } from './use-repair';

interface RepairQrProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
}

/** Shows the PromptPay QR code, or the button that creates it. */
export function RepairQr({ token, repair, onChange }: RepairQrProps) {
  const t = useI18n();
  const locale = useLocale();
  const { run, busy, problem } = useCommand();
  const { qr, amount } = repair;
  const make = () =>
    run(async () => onChange(await trpc.orderLinks.repairByQr.mutate({ token, expectedTotal: amount })));

  if (qr === null)
    return (
      <>
        <p>{t('repair.qr.lead')}</p>
        {problem && <Notice tone="bad" urgent title={problem.message} />}
        <Button wide busy={busy} onClick={() => void make()}>
          {t(busy ? 'repair.qr.making' : 'repair.qr.make')}
        </Button>
      </>
    );
  return (
    <>
      <div className={classes.code}>
        {/* eslint-disable-next-line @next/next/no-img-element -- the gateway's SVG, unchanged */}
        <img
          src={qr.imageUrl}
          width={740}
          height={1050}
          alt={t('repair.qr.alt', { amount: bahtText(amount, locale) })}
        />
      </div>
      <p className={classes.until}>
        {t('repair.qr.until', { until: <span className="keep">{momentText(qr.endsAt, locale)}</span> })}
      </p>
      <p>{t('repair.qr.how')}</p>
    </>
  );
}
