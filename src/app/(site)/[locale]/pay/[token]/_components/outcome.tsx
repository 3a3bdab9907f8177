import { ClosedBoxArt } from '@/components/art/box';
import { RainArt } from '@/components/art/rain';
import { ParcelArt } from '@/components/art/scenes';
import { ButtonAnchor } from '@/components/button-anchor';
import { Outcome } from '@/components/outcome';
import { PaidTexts } from '@/components/secret-link/paid-texts';
import { localePath, logInPath } from '@/locales/paths';
import type { PayParts } from './parts';

/** Shows the final result of the payment. */
export function PayOutcome({ link, t, locale }: PayParts) {
  const account = localePath(locale, '/account');
  if (link.status === 'success')
    return (
      <Outcome picture={<ParcelArt />} heading={t('payments.outcome.paid')} tone="good">
        <PaidTexts amount={link.amount} paidOn={link.paidOn ?? link.paymentDate} t={t} locale={locale} />
        {link.setsSchedule && <p>{t('payments.pay.successSchedule')}</p>}
        <ButtonAnchor href={account} look="secondary" wide>
          {t('payments.pay.account')}
        </ButtonAnchor>
      </Outcome>
    );
  const isSuspended = link.status === 'suspended';
  return (
    <Outcome
      picture={isSuspended ? <RainArt /> : <ClosedBoxArt />}
      heading={t(isSuspended ? 'payments.pay.suspendedTitle' : 'payments.pay.expiredTitle')}
      tone="info"
    >
      {isSuspended ? (
        <p>{t('payments.pay.suspendedText')}</p>
      ) : (
        <>
          <p>{t('payments.pay.expiredText')}</p>
          <p>{t('payments.pay.expiredPaid')}</p>
        </>
      )}
      <p>{t('payments.pay.expiredHow')}</p>
      <ButtonAnchor href={logInPath(locale, account)} wide>
        {t('secretLink.logIn')}
      </ButtonAnchor>
    </Outcome>
  );
}
