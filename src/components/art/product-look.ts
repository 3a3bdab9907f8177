/** The dimensions of a drawn pad in millimetres. */
export interface PadLook {
  length: number;
  front: number;
  waist: number;
  back: number;
  wing: number;
}

export interface ProductLook {
  body: string;
  band: string;
  packHeight: number;
  pad: PadLook | null;
  stripes: readonly string[];
}

const PAD = {
  liner: { length: 150, front: 27, waist: 21, back: 27, wing: 0 },
  lightDay: { length: 220, front: 36, waist: 30, back: 37, wing: 34 },
  day: { length: 245, front: 38, waist: 31, back: 40, wing: 36 },
  night: { length: 290, front: 39, waist: 32, back: 50, wing: 38 },
  nightXl: { length: 330, front: 40, waist: 33, back: 60, wing: 40 },
} satisfies Record<string, PadLook>;

export const LONGEST_PAD = PAD.nightXl.length;

const RED = '#96262c';
const ROSE = '#cf7d72';
const PLUM = '#5b3350';
const SKY = '#1f4f7a';
const LEAF = '#3f6b54';
const SAND = '#e3c7a8';

const LOOKS: Readonly<Record<string, ProductLook>> = {
  'day-pads': { body: RED, band: '#f6e3df', packHeight: 94, pad: PAD.day, stripes: [] },
  'light-day-pads': { body: ROSE, band: '#fdf1ec', packHeight: 86, pad: PAD.lightDay, stripes: [] },
  'night-pads': { body: PLUM, band: '#f3e4ea', packHeight: 106, pad: PAD.night, stripes: [] },
  'night-pads-xl': { body: SKY, band: '#eaf2f9', packHeight: 118, pad: PAD.nightXl, stripes: [] },
  'panty-liners': { body: LEAF, band: '#eef4ef', packHeight: 70, pad: PAD.liner, stripes: [] },
  'starter-pack': { body: SAND, band: '#fff8ee', packHeight: 102, pad: null, stripes: [RED, PLUM, LEAF] },
  'starter-pack-v2': {
    body: '#d9b48c',
    band: '#fff8ee',
    packHeight: 112,
    pad: null,
    stripes: [ROSE, RED, SKY, LEAF],
  },
};

const PLAIN: ProductLook = { body: ROSE, band: '#fdf1ec', packHeight: 90, pad: PAD.day, stripes: [] };

/**
 * Returns the colours and dimensions of a product's drawing. Returns default values for an unknown product.
 */
export function lookOf(productCode: string): ProductLook {
  return LOOKS[productCode] ?? PLAIN;
}
