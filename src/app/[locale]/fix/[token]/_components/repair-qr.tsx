'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { Notice } from '@/components/notice';
import { QrCode } from '@/components/secret-link/qr-code';
import { useI18n } from '@/locales/client';
import { trpc } from '@/trpc/react';
import type { Repair } from './use-repair';

interface RepairQrProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
}

/** Shows the PromptPay QR code, or the button that creates it. */
export function RepairQr({ token, repair, onChange }: RepairQrProps) {
  const t = useI18n();
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
  return <QrCode qr={qr} amount={amount} />;
}
