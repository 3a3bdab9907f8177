'use client';

import { useLocale } from '@/locales/client';
import { momentText } from '@/locales/format';

/** Shows an instant as date and time in Bangkok, without a line break inside it. @param at ISO 8601 */
export function Moment({ at }: { at: string }) {
  const locale = useLocale();
  return (
    <time dateTime={at} className="keep">
      {momentText(at, locale)}
    </time>
  );
}
