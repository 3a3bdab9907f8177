import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BoxItem } from '@/domain/box';
import { LOCALES, type Locale } from '@/domain/locale';
import type { ProductCode } from '@/domain/product';
import { I18n } from '@/locales/i18n';
import { BoxBuilder } from './box-builder';
import type { CataloguePlan, CatalogueProduct } from './catalogue';

const product = (code: ProductCode, active: boolean): CatalogueProduct => ({
  code,
  active,
  pieces: 10,
  lengthMm: 245,
  contents: [],
  listPrice: 14_900,
  price: 11_175,
  image: code,
  name: { en: code, th: `${code} ไทย` },
  description: { en: '', th: '' },
});
const plan = (code: CataloguePlan['code'], active: boolean): CataloguePlan => ({
  code,
  active,
  items: [],
  freeDelivery: true,
  listPrice: 14_900,
  boxPrice: 11_175,
  name: { en: `the ${code} plan`, th: `ชุด ${code}` },
});

const PRODUCTS = [product('day-pads', true), product('night-pads', false), product('panty-liners', false)];
const PLANS = [plan('light', true), plan('regular', false)];
const HELD: BoxItem[] = [{ productCode: 'night-pads', quantity: 2 }];

/** Returns the rendered HTML of the box builder, and the text of each product's row. */
function shown(locale: Locale, wish: { held?: BoxItem[]; items?: BoxItem[]; plans?: CataloguePlan[] } = {}) {
  const { held = HELD, items = held, plans = PLANS } = wish;
  const html = renderToStaticMarkup(
    <I18n locale={locale} nouns={['box', 'common']}>
      <BoxBuilder
        products={PRODUCTS}
        plans={plans}
        items={items}
        held={held}
        onChange={() => undefined}
        error={null}
      />
    </I18n>,
  );
  const rows = [...html.matchAll(/<li.*?<\/li>/gs)].map(([row]) => row.replaceAll(/<[^>]*>/g, ' '));
  return { html, rows };
}

test.each(LOCALES)(
  'shows in %s a discontinued product, with a note, only to a subscriber who has it',
  (locale) => {
    const note = { en: 'No longer sold', th: 'เลิกขายแล้ว' }[locale];
    const { rows } = shown(locale);
    expect(rows.map((row) => [/[a-z]+-[a-z]+/.exec(row)?.[0], row.includes(note)])).toEqual([
      ['day-pads', false],
      ['night-pads', true],
    ]);
    expect(shown(locale, { held: [] }).rows).toHaveLength(1);
  },
);

test('lets a removed product be added again until the box is saved', () => {
  expect(shown('en', { items: [] }).rows).toHaveLength(2);
});

test('offers only plans that can be chosen, and no choice without any', () => {
  const { html } = shown('en');
  expect(html).toContain('the light plan');
  expect(html).not.toContain('the regular plan');
  expect(shown('en', { plans: PLANS.slice(1) }).html).not.toContain('Recommended boxes');
});

test('shows the length and the pieces beside each product and each plan that has it', () => {
  const plans = [{ ...plan('light', true), items: [{ productCode: 'day-pads' as const, quantity: 1 }] }];
  const text = shown('en', { plans }).html.replaceAll('\u00a0', ' ');
  expect(text.split('24.5 cm, 10 pieces')).toHaveLength(4);
});
