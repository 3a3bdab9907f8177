'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import type { Satang } from '@/domain/money';
import { useI18n, useLocale } from '@/locales/client';
import { bahtText, deadlineText } from '@/locales/format';
import classes from './secret-link.module.css';
import { saveFile } from '@/components/save-file';

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
      setSaid(t('secretLink.qr.saved'));
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

/** The minimum width of the file in pixels, so that a banking app can read the QR code. */
const MIN_WIDTH = 1000;

/**
 * Saves an image of the page as a PNG file with a white background.
 * @throws Error if the browser cannot draw the image
 */
async function savePng(image: HTMLImageElement, file: string): Promise<void> {
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0) throw new Error('the picture has no size');
  const scale = Math.max(1, MIN_WIDTH / naturalWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(naturalWidth * scale);
  canvas.height = Math.round(naturalHeight * scale);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('no canvas');
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!picture) throw new Error('no picture');
  saveFile(picture, file);
}
