'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { payAddress } from './pay-address';
import { useTotalText } from './total-changed';

interface RequestLinkProps {
  look?: 'primary' | 'secondary' | 'quiet';
  wide?: boolean;
  /** The due amount in satang, as the page shows it. */
  amount: number;
  children: React.ReactNode;
}

/** A button that creates a payment link for the due amount and opens it. */
export function RequestLink({ look, wide, amount, children }: RequestLinkProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const totalText = useTotalText();
  const { run, busy, problem } = useCommand();

  const ask = () =>
    run(
      async () => {
        const { paymentUrl } = await trpc.payments.requestPaymentLink.mutate({ expectedTotal: amount });
        loadPage(payAddress(paymentUrl, locale));
        return 'leaving';
      },
      {
        explain: ({ code, data }) =>
          code === 'TOTAL_CHANGED' ? { code, message: totalText(amount, data) } : undefined,
        onProblem: ({ code }) => {
          if (code === 'TOTAL_CHANGED') router.refresh();
        },
      },
    );

  return (
    <>
      <Button look={look} wide={wide} busy={busy} onClick={() => void ask()}>
        {busy ? t('payments.link.asking') : children}
      </Button>
      {problem && (
        <p role="alert" className="problem">
          {problem.message}
        </p>
      )}
    </>
  );
}
