'use client';

import { PayOutcome, PaySubmit } from '@/components/payments/pay-outcome';
import { usePay } from '@/components/payments/use-pay';
import { QrCode } from '@/components/secret-link/qr-code';
import { watchQrSaves } from '@/components/secret-link/watch-qr-saves';
import { useWatch } from '@/components/use-watch';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import { trpc } from '@/trpc/react';
import type { Repair } from './use-repair';

interface RepairQrProps {
  token: string;
  repair: Repair;
  onChange: (next: Repair) => void;
  reload: () => Promise<void>;
}

/** Shows the PromptPay QR code, or the button that creates it. */
export function RepairQr({ token, repair: { qr, amount }, onChange, reload }: RepairQrProps) {
  const t = useI18n();
  const locale = useLocale();
  const { pay, ...state } = usePay({ reload, showsOpen: true });
  useWatch(watchQrSaves);
  const make = () =>
    pay(amount, async () => {
      onChange(await trpc.orderLinks.repairByQr.mutate({ token, expectedTotal: amount }));
      return {};
    });

  if (qr) return <QrCode qr={qr} amount={amount} t={t} locale={locale} />;
  return (
    <>
      <PayOutcome pay={state} />
      <PaySubmit
        pay={state}
        onClick={() => void make()}
        label={t('repair.qr.make', { amount: bahtText(amount, locale) })}
        busyLabel={t('repair.qr.making')}
      />
      <p className="muted small">{t('repair.qr.lead')}</p>
    </>
  );
}
