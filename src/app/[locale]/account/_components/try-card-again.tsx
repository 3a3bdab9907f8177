'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { TotalChanged, useTotalText } from '@/components/payments/total-changed';
import { showToast } from '@/components/toasts';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText } from '@/locales/format';
import type { RouterOutputs } from '@/trpc/outputs';
import { trpc } from '@/trpc/react';

interface TryCardAgainProps {
  card: RouterOutputs['account']['home']['cards'][number];
  /** The due amount in satang, as the page shows it. */
  amount: number;
}

/** A button that charges the due amount to a saved card again. The notice around it shows a new decline reason. */
export function TryCardAgain({ card: { cardId, brand, lastDigits }, amount }: TryCardAgainProps) {
  const t = useI18n();
  const locale = useLocale();
  const router = useRouter();
  const totalText = useTotalText();
  const { run, busy, problem } = useCommand();

  const charge = () =>
    run(
      async () => {
        const { charge } = await trpc.payments.updateCard.mutate({
          cardId,
          makeDefault: true,
          expectedTotal: amount,
        });
        if (charge?.outcome === 'action_required') {
          loadPage(charge.authorizeUri);
          return 'leaving';
        }
        if (charge?.outcome === 'paid') {
          showToast({ message: t('payments.modal.paid'), tone: 'good' });
          // The focused button is removed with its notice.
          document.getElementById('content')?.focus();
        }
        if (charge?.outcome === 'declined') {
          const message = t('account.notice.failTitle', { amount: bahtText(amount, locale) });
          showToast({ message, tone: 'bad' });
        }
        router.refresh();
      },
      {
        explain: ({ code, data }) =>
          code === 'TOTAL_CHANGED' ? { code, message: totalText(amount, data) } : undefined,
        onProblem: () => router.refresh(),
      },
    );

  return (
    <>
      <Button busy={busy} onClick={() => void charge()}>
        {t(busy ? 'account.notice.charging' : 'account.notice.tryCard', {
          card: `${brand} ${lastDigits}`,
        })}
      </Button>
      {problem?.code === 'TOTAL_CHANGED' && <TotalChanged message={problem.message} />}
      {problem && problem.code !== 'TOTAL_CHANGED' && (
        <p role="alert" className="problem">
          {problem.message}
        </p>
      )}
    </>
  );
}
