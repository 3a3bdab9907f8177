'use client';

import type { LineEnding } from '@/domain/line';
import { useI18n } from '@/locales/client';
import { Notice } from './notice';

/** The endings of a walk to LINE that every page tells alike; the rest are each page's own. */
type CommonEnding = Exclude<LineEnding, 'linked' | 'not_linked' | 'taken' | 'linked_elsewhere'>;

interface LineEndingNoticeProps {
  ending: CommonEnding;
  /** What follows from having said no at LINE. */
  denied: string;
  /** What to do after a walk that did not finish. */
  unfinished: string;
}

/** What became of a walk to LINE that came to nothing, in the words of its outcome. */
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
