import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { PRODUCT_CODES } from '@/domain/product';
import { ClosedBoxArt, OpenBoxArt } from './box';
import { PackArt } from './pack';
import { LONGEST_PAD, lookOf } from './product-look';
import { GiftArt, InvitationArt, TokensArt, WreathArt } from './rewards';
import { RainArt } from './rain';
import { CalendarArt, CardArt, DeviceArt, ParcelArt, SprigArt } from './scenes';

const MAX_BYTES = 6 * 1024;
const HEAVY = [
  { productCode: 'day-pads', quantity: 2 },
  { productCode: 'night-pads', quantity: 1 },
  { productCode: 'night-pads-xl', quantity: 1 },
  { productCode: 'panty-liners', quantity: 1 },
];

describe('a drawn picture', () => {
  const pictures = {
    'empty box': <OpenBoxArt items={[]} title="A box" />,
    'filled box': <OpenBoxArt items={HEAVY} title="A box" />,
    'closed box': <ClosedBoxArt title="A box" />,
    calendar: <CalendarArt title="A calendar" />,
    'ticked calendar': <CalendarArt done title="A calendar" />,
    parcel: <ParcelArt title="A parcel" />,
    sprig: <SprigArt title="A sprig" />,
    card: <CardArt title="A card" />,
    rain: <RainArt title="Rain" />,
    gift: <GiftArt title="A gift" />,
    tokens: <TokensArt title="Points" />,
    invitation: <InvitationArt title="An invitation" />,
    wreath: <WreathArt title="Ten boxes" />,
    phone: <DeviceArt form="phone" title="A phone" />,
    computer: <DeviceArt form="computer" title="A computer" />,
    ...Object.fromEntries(
      PRODUCT_CODES.map((code) => [code, <PackArt key={code} code={code} title={code} />]),
    ),
  };

  test.each(Object.entries(pictures))('of %s stays under 6 kB and has a title', (_, picture) => {
    const markup = renderToStaticMarkup(picture);
    expect(Buffer.byteLength(markup)).toBeLessThan(MAX_BYTES);
    expect(markup).toMatch(/<svg[^>]*role="img"[^>]*><title>/);
  });

  test('is hidden from screen readers without a title', () => {
    expect(renderToStaticMarkup(<PackArt code="day-pads" />)).toContain('aria-hidden="true"');
  });

  test('of a box shows exactly the given packs, up to twenty', () => {
    const packs = (items: typeof HEAVY) =>
      renderToStaticMarkup(<OpenBoxArt items={items} packClassName="pack" />).split('class="pack"').length -
      1;
    expect(packs([])).toBe(0);
    expect(packs(HEAVY)).toBe(5);
    expect(
      packs([
        { productCode: 'day-pads', quantity: 10 },
        { productCode: 'night-pads', quantity: 10 },
      ]),
    ).toBe(20);
  });
});

test('of pads keeps their order of length', () => {
  const lengths = ['panty-liners', 'light-day-pads', 'day-pads', 'night-pads', 'night-pads-xl'].map(
    (code) => lookOf(code).pad?.length ?? 0,
  );
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  expect(new Set(lengths).size).toBe(5);
  expect(Math.max(...lengths)).toBe(LONGEST_PAD);
});

test('of a product without its own drawing is a plain pack', () => {
  expect(renderToStaticMarkup(<PackArt code="something-new" />)).toContain('<path');
});
