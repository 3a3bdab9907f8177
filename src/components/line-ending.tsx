'use client';

import type { LineEnding } from '@/domain/line';
import { useI18n } from '@/locales/client';
import { Notice } from './notice';

/**
 * The results of a log-in at LINE that every page explains with the same text. Each page explains the other
 * results itself.
 */
type CommonEnding = Extract<LineEnding, 'denied' | 'unfinished' | 'failed'>;

interface LineEndingNoticeProps {
  ending: CommonEnding;
  /** The text about a denied consent at LINE. */
  denied: string;
  /** The text about an unfinished log-in at LINE. */
  unfinished: string;
}

/** Explains why a log-in at LINE failed. */
export function LineEndingNotice({ ending, denied, unfinished }: LineEndingNoticeProps) {
  const t = useI18n();
  switch (ending) {
    case 'denied':
      return (
        <Notice tone="waiting" urgent title={t('errors.LINE_DENIED')}>
          <p>{denied}</p>
        </Notice>
      );
    case 'unfinished':
      return (
        <Notice tone="waiting" urgent title={t('auth.line.unfinished')}>
          <p>{unfinished}</p>
        </Notice>
      );
    case 'failed':
      return <Notice tone="bad" urgent title={t('errors.LINE_FAILED')} />;
  }
}
