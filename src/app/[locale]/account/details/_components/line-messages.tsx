'use client';

import { ButtonAnchor } from '@/components/button-anchor';
import { ExternalMark } from '@/components/external-mark';
import { Notice } from '@/components/notice';
import { lineAddress } from '@/domain/line';
import { useI18n } from '@/locales/client';
import type { LoginMethods } from './proof';

interface LineMessagesProps {
  line: NonNullable<LoginMethods['line']>;
  /** The id or URL of ira's LINE official account. Null if it is not configured. */
  official: string | null;
}

/** Explains what the subscriber must do to receive messages by LINE. Renders nothing if messages arrive. */
export function LineMessages({ line, official }: LineMessagesProps) {
  const t = useI18n();
  if (line.blocked) {
    return (
      <Notice tone="waiting" title={t('details.line.blocked')}>
        <p>{t('details.line.blockedText')}</p>
        <ol className="numbered mt-2">
          <li>{t('details.line.blocked1')}</li>
          <li>{t('details.line.blocked2')}</li>
          <li>{t('details.line.blocked3')}</li>
        </ol>
      </Notice>
    );
  }
  if (line.friend) return null;
  return (
    <Notice tone="waiting" title={t('details.line.friend')}>
      <p>{t('details.line.friendText')}</p>
      {official === null ? (
        <p>{t('details.line.friendHow')}</p>
      ) : (
        <ButtonAnchor href={lineAddress(official)} look="secondary">
          {t('details.line.friendLink')}
          <ExternalMark label={t('common.leaves')} />
        </ButtonAnchor>
      )}
    </Notice>
  );
}
