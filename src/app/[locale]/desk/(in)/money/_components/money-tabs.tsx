import { mayDo, type StaffAction, type StaffRole } from '@/domain/staff';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { DeskTabs } from '../../_components/desk-tabs';

const TABS = {
  '/desk/money': { name: 'waiting', action: 'money.read' },
  '/desk/money/payouts': { name: 'payouts', action: 'books.use' },
  '/desk/money/disputes': { name: 'disputes', action: 'money.read' },
  '/desk/money/books': { name: 'books', action: 'books.use' },
} as const satisfies Record<string, { name: string; action: StaffAction }>;
type Tab = keyof typeof TABS;

/** The pages about money. Payouts and books are for finance and owners. */
export async function MoneyTabs({ here, role, locale }: { here: Tab; role: StaffRole; locale: Locale }) {
  const t = await getI18n();
  return (
    <DeskTabs
      label={t('deskMoney.heading')}
      tabs={(Object.keys(TABS) as Tab[])
        .filter((path) => mayDo(role, TABS[path].action))
        .map((path) => ({
          href: localePath(locale, path),
          text: t(`deskPayouts.tabs.${TABS[path].name}`),
          isHere: path === here,
        }))}
    />
  );
}
