import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/domain/duration';
import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';

/** Formats how long ago an instant is: '6 min', '1 h 20 min'; after a day the instant itself. */
export async function waitText(since: string, now: string, locale: Locale): Promise<string> {
  const t = await getI18n();
  const ms = Math.max(0, new Date(now).getTime() - new Date(since).getTime());
  if (ms >= DAY_MS) return momentText(since, locale);
  const m = Math.floor((ms % HOUR_MS) / MINUTE_MS);
  return ms < HOUR_MS
    ? t('deskInbox.minutes', { n: m })
    : t('deskInbox.hours', { n: Math.floor(ms / HOUR_MS), m });
}
