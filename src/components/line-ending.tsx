'use client';

import type { LineEnding } from '@/domain/line';
import { useI18n } from '@/locales/client';
import { Notice } from './notice';

/** Results of a LINE round trip that every page reports alike; the rest are specific to a page. */
type CommonEnding = Exclude<LineEnding, 'linked' | 'not_linked' | 'taken' | 'linked_elsewhere'>;

interface LineEndingNoticeProps {
  ending: CommonEnding;
  /** The consequence of a denied consent at LINE. */
  denied: string;
  /** What to do after an unfinished round trip. */
  unfinished: string;
}

/** Explains why a LINE round trip failed. */
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
