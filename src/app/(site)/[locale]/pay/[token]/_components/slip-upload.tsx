import type { SlipState } from '@/domain/slip';
import type { Translate } from '@/locales/typed';
import classes from './slip-upload.module.css';

interface SlipUploadProps {
  /** The state of the last slip of this link; null without one. */
  slip: SlipState | null;
  t: Translate;
}

/**
 * Takes the picture of a transfer slip from the camera or the gallery, or dropped on it, and says what follows. The script
 * of the page sends it.
 */
export function SlipUpload({ slip, t }: SlipUploadProps) {
  return (
    <div
      className="stack"
      data-slip
      data-unreadable={t('payments.slip.unreadable')}
      data-failed={t('payments.slip.failed')}
    >
      <label className={`tap ${classes.drop}`}>
        <input type="file" accept="image/*" className="visually-hidden" aria-describedby="slip-hint" />
        <span className="strong" data-sending={t('payments.slip.sending')}>
          {t('payments.slip.send')}
        </span>
      </label>
      <p id="slip-hint" className="muted small">
        {t('payments.slip.hint')}
      </p>
      <p role="status" className={slip === 'foreign' || slip === 'unknown' ? 'problem' : undefined}>
        {slip && t(`payments.slip.state.${slip}`)}
      </p>
    </div>
  );
}
