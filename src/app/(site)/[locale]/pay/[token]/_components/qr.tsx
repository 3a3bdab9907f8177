import { buttonClass, type Look } from '@/components/button-anchor';
import { QrCode } from '@/components/secret-link/qr-code';
import classes from '@/components/secret-link/secret-link.module.css';
import { Problem, type PayParts } from './parts';

/** Shows the PromptPay QR code, the button that creates it, or that it is being created. */
export function Qr({ link, t, locale, isAsked }: PayParts & { isAsked: boolean }) {
  const { qr, app, amount, canHaveQr, status } = link;
  if (qr)
    return (
      <>
        <QrCode qr={qr} amount={amount} t={t} locale={locale} />
        <p className="muted small">{t('payments.pay.qrNext')}</p>
      </>
    );
  if (!app && !canHaveQr) return <p className="muted small">{t('payments.pay.qrLate')}</p>;
  const make = (text: string, look: Look) => (
    <button type="button" className={buttonClass(look, true)} data-make-qr={t('payments.pay.qrMaking')}>
      {text}
    </button>
  );
  const isRepeated = status === 'fail' && !app;
  return (
    <>
      <Problem title={t('payments.pay.problem')} text={t('payments.pay.problemText')}>
        {make(t('common.tryAgain'), 'secondary')}
      </Problem>
      <div data-offer>
        {app || isAsked || isRepeated ? (
          make(
            t(app ? 'payments.apps.qr' : isRepeated ? 'payments.pay.another' : 'payments.apps.showQr'),
            isRepeated ? 'primary' : 'secondary',
          )
        ) : (
          <div className={classes.making} role="status">
            <p>{t('payments.pay.qrMaking')}</p>
          </div>
        )}
      </div>
    </>
  );
}
