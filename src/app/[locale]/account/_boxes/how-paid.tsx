'use client';

import Link from 'next/link';
import { accountText } from '@/components/payments/means-name';
import { useI18n, useLocale } from '@/locales/client';
import { localePath } from '@/locales/paths';
import type { RouterOutputs } from '@/trpc/outputs';

type Home = Pick<RouterOutputs['account']['home'], 'cards' | 'subscription'>;

/** Says how the next box is paid, and warns of a card that will not last. */
export function HowPaid({ home: { cards, subscription } }: { home: Home }) {
  const t = useI18n();
  const locale = useLocale();
  if (subscription?.paymentMethod === 'offline')
    return <p className="muted small">{t('account.next.byLink')}</p>;
  const account = subscription?.bankAccount;
  const card = cards.find((one) => one.isDefault) ?? cards[0];
  const toCards = (
    <Link className="tap" href={localePath(locale, '/account/cards')} prefetch={false}>
      {t('account.payment.manage')}
    </Link>
  );
  if (account)
    return <p className="muted small">{t('account.next.byCard', { card: accountText(t, account) })}</p>;
  const byAccount = subscription?.paymentMethod === 'bank_account';
  if (!card || byAccount)
    return (
      <p className="note bad small mt-2">
        {t(byAccount ? 'account.payment.noAccount' : 'account.payment.none')} {toCards}
      </p>
    );
  const name = <span className="keep">{`${card.brand} ${card.lastDigits}`}</span>;
  return (
    <>
      <p className="muted small">{t('account.next.byCard', { card: name })}</p>
      {card.status === 'nearly_expired' && (
        <p className="note waiting small mt-2">
          {t('account.payment.nearlyText')} {toCards}
        </p>
      )}
      {card.status === 'expired' && (
        <p className="note bad small mt-2">
          {t('account.payment.expiredText')} {toCards}
        </p>
      )}
    </>
  );
}
