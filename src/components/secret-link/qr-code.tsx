import { buttonClass } from '@/components/button-anchor';
import type { Locale } from '@/domain/locale';
import type { Satang } from '@/domain/money';
import { bahtText, deadlineText } from '@/locales/format';
import type { Translate } from '@/locales/typed';
import classes from './secret-link.module.css';

interface QrCodeProps {
  qr: { imageUrl: string; endsAt: string };
  amount: Satang;
  t: Translate;
  locale: Locale;
}

/**
 * Shows a PromptPay QR code, which can be saved as a picture to be opened in a banking app of the same phone. `watchQrSaves`
 * makes the button save.
 */
export function QrCode({ qr, amount, t, locale }: QrCodeProps) {
  return (
    <div className="stack" data-qr>
      <div className={classes.code}>
        {/* oxlint-disable-next-line nextjs/no-img-element -- the gateway's SVG, unchanged */}
        <img
          src={qr.imageUrl}
          width={740}
          height={1050}
          alt={t('secretLink.qr.alt', { amount: bahtText(amount, locale) })}
        />
      </div>
      <button
        type="button"
        className={buttonClass('secondary', true)}
        data-save={`ira-promptpay-${(amount / 100).toFixed(2)}.png`}
        data-saved={t('secretLink.qr.saved')}
        data-failed={t('secretLink.qr.saveFailed')}
      >
        {t('secretLink.qr.save')}
      </button>
      <p role="status" className={`success ${classes.said}`} />
      <p>{t('secretLink.qr.how')}</p>
      <p className="muted small">
        {t('secretLink.qr.until', {
          until: <span className="keep">{deadlineText(qr.endsAt, locale)}</span>,
        })}
      </p>
    </div>
  );
}
