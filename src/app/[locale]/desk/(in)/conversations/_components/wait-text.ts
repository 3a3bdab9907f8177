import { DAY_MS, MINUTE_MS } from '@/domain/duration';
import type { Locale } from '@/domain/locale';
import { momentText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import type { Translate } from '@/locales/typed';

/** Formats a length of time: '6 min', '1 h 20 min'. */
export function lengthText(t: Translate, minutes: number): string {
  const whole = Math.floor(minutes);
  return whole < 60
    ? t('deskInbox.minutes', { n: whole })
    : t('deskInbox.hours', { n: Math.floor(whole / 60), m: whole % 60 });
}

/** Formats how long ago an instant is; after a day the instant itself. */
export async function waitText(since: string, now: string, locale: Locale): Promise<string> {
  const ms = Math.max(0, new Date(now).getTime() - new Date(since).getTime());
  return ms >= DAY_MS ? momentText(since, locale) : lengthText(await getI18n(), ms / MINUTE_MS);
}
