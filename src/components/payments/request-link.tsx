'use client';

import { Button } from '@/components/button';
import { useCommand } from '@/components/forms/use-command';
import { loadPage } from '@/components/load-page';
import { useI18n, useLocale } from '@/locales/client';
import { trpc } from '@/trpc/react';
import { payAddress } from './pay-address';
import classes from './request-link.module.css';

interface RequestLinkProps {
  look?: 'primary' | 'secondary' | 'quiet';
  wide?: boolean;
  children: React.ReactNode;
}

/** Asks for a link to pay what is owed, and goes there. */
export function RequestLink({ look, wide, children }: RequestLinkProps) {
  const t = useI18n();
  const locale = useLocale();
  const request = trpc.payments.requestPaymentLink.useMutation();
  const { run, busy, problem } = useCommand();

  const ask = () =>
    run(async () => {
      const { paymentUrl } = await request.mutateAsync({});
      loadPage(payAddress(paymentUrl, locale));
      return 'leaving';
    });

  return (
    <>
      <Button look={look} wide={wide} busy={busy} onClick={() => void ask()}>
        {busy ? t('payments.link.asking') : children}
      </Button>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem.message}
        </p>
      )}
    </>
  );
}
