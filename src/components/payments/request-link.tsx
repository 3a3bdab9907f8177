'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { useFailureText } from '@/components/forms/use-failure-text';
import { loadPage } from '@/components/load-page';
import { leaveForLogin } from '@/components/session/leave-for-login';
import { useI18n, useLocale } from '@/locales/client';
import { refusalOf, trpc } from '@/trpc/react';
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
  const failureText = useFailureText();
  const request = trpc.payments.requestPaymentLink.useMutation();
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const ask = async () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const { paymentUrl } = await request.mutateAsync({});
      // It stays under way until the next page is there.
      loadPage(payAddress(paymentUrl, locale));
    } catch (error) {
      const refusal = refusalOf(error);
      underWay.current = false;
      setBusy(false);
      if (refusal.code === 'NOT_LOGGED_IN') leaveForLogin();
      else setProblem(failureText(refusal));
    }
  };

  return (
    <>
      <Button look={look} wide={wide} busy={busy} onClick={() => void ask()}>
        {busy ? t('payments.link.asking') : children}
      </Button>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  );
}
