import { mayDo, type StaffRole } from '@/domain/staff';
import type { Locale } from '@/domain/locale';
import { localePath } from '@/locales/paths';
import { getI18n } from '@/locales/server';
import { DeskTabs } from '../../_components/desk-tabs';

const TABS = ['/desk/money', '/desk/money/payouts', '/desk/money/books'] as const;
const NAMES = {
  '/desk/money': 'waiting',
  '/desk/money/payouts': 'payouts',
  '/desk/money/books': 'books',
} as const;

/** The pages about money. Payouts and books are for finance and owners. */
export async function MoneyTabs({
  here,
  role,
  locale,
}: {
  here: (typeof TABS)[number];
  role: StaffRole;
  locale: Locale;
}) {
  if (!mayDo(role, 'books.use')) return null;
  const t = await getI18n();
  return (
    <DeskTabs
      label={t('deskMoney.heading')}
      tabs={TABS.map((path) => ({
        href: localePath(locale, path),
        text: t(`deskPayouts.tabs.${NAMES[path]}`),
        isHere: path === here,
      }))}
    />
  );
}
