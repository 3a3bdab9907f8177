'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import type { Satang } from '@/domain/money';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import { savePng } from './save-png';
import classes from './secret-link.module.css';

interface QrCodeProps {
  qr: { imageUrl: string; endsAt: string };
  amount: Satang;
}

/** Shows a PromptPay QR code, which can be saved as a picture to be opened in a banking app of the same phone. */
export function QrCode({ qr, amount }: QrCodeProps) {
  const t = useI18n();
  const locale = useLocale();
  const image = useRef<HTMLImageElement>(null);
  const [said, setSaid] = useState('');
  const file = `ira-promptpay-${(amount / 100).toFixed(2)}.png`;

  const save = async () => {
    try {
      if (!image.current) return;
      await image.current.decode();
      await savePng(image.current, file);
      setSaid(t('secretLink.qr.saved', { file }));
    } catch {
      setSaid(t('secretLink.qr.saveFailed'));
    }
  };

  return (
    <>
      <div className={classes.code}>
        {/* oxlint-disable-next-line nextjs/no-img-element -- the gateway's SVG, unchanged */}
        <img
          ref={image}
          src={qr.imageUrl}
          width={740}
          height={1050}
          alt={t('secretLink.qr.alt', { amount: bahtText(amount, locale) })}
        />
      </div>
      <Button look="secondary" wide onClick={() => void save()}>
        {t('secretLink.qr.save')}
      </Button>
      <p role="status" className={`success ${classes.said}`}>
        {said}
      </p>
      <p>{t('secretLink.qr.how')}</p>
      <p className="muted small">
        {t('secretLink.qr.until', {
          until: <span className="keep">{deadlineText(qr.endsAt, locale)}</span>,
        })}
      </p>
    </>
  );
}
