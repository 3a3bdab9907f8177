import type { BulkChange } from '@/domain/bulk';
import type { Locale } from '@/domain/locale';
import { dayText } from '@/locales/format';
import { getI18n } from '@/locales/server';
import { api } from '@/trpc/server';

/** Returns a function that says what a bulk change does. */
export async function changeTexts(locale: Locale): Promise<(change: BulkChange) => string> {
  const [t, products] = await Promise.all([getI18n(), (await api()).catalogue.everyProduct()]);
  const nameOf = (wanted: string) => products.find(({ code }) => code === wanted)?.name[locale] ?? wanted;
  return (change) => {
    switch (change.kind) {
      case 'move': {
        const count = Math.abs(change.days);
        return change.days > 0 ? t('deskBulk.said.move', { count }) : t('deskBulk.said.earlier', { count });
      }
      case 'swap':
        return change.to === null
          ? t('deskBulk.said.out', { from: nameOf(change.from) })
          : t('deskBulk.said.swap', { from: nameOf(change.from), to: nameOf(change.to) });
      case 'pause':
        return t('deskBulk.said.pause', { date: dayText(change.until, locale) });
      case 'points':
        return t('deskBulk.said.points', { count: change.points });
    }
  };
}
