import { PACK_WIDTH, PackShape } from './pack';
import { lookOf } from './product-look';

const INK = '#2b1f1d';
const CARD = '#e9cfae';
const CARD_SHADE = '#d8b88f';
const CARD_INSIDE = '#b98f62';
const ROOM = 210;
const ROW_MAX = 7;

export interface BoxArtItem {
  productCode: string;
  quantity: number;
}

interface BoxArtProps {
  items: readonly BoxArtItem[];
  title?: string;
  className?: string;
  /** The CSS class of each pack, for the animation of an added pack. */
  packClassName?: string;
}

/** Draws the open box with exactly the given packs. Up to twenty packs fit, in three rows. */
export function OpenBoxArt({ items, title, className, packClassName }: BoxArtProps) {
  return (
    <svg viewBox="0 48 360 220" className={className} role="img" aria-hidden={title ? undefined : true}>
      {title && <title>{title}</title>}
      <ellipse cx="180" cy="256" rx="150" ry="9" fill={INK} opacity=".07" />
      <g stroke={INK} strokeWidth="1.8" strokeLinejoin="round">
        <path d="M76 122 62 84H298L284 122Z" fill={CARD_SHADE} />
        <path d="M50 158 76 122H284L310 158Z" fill={CARD_INSIDE} />
        <path d="M50 158 76 122 38 104 6 138Z" fill={CARD} />
        <path d="M310 158 284 122 322 104 354 138Z" fill={CARD} />
      </g>
      {placePacks(items).map((pack) => (
        <g
          key={pack.key}
          transform={`translate(${pack.x} ${pack.y}) scale(${pack.scale}) rotate(${pack.lean})`}
        >
          <g className={packClassName}>
            <PackShape code={pack.code} />
          </g>
        </g>
      ))}
      <BoxFront />
    </svg>
  );
}

/** Draws the closed box, sealed with the leaf. */
export function ClosedBoxArt({ title, className }: { title?: string; className?: string }) {
  return (
    <svg viewBox="0 90 360 178" className={className} role="img" aria-hidden={title ? undefined : true}>
      {title && <title>{title}</title>}
      <ellipse cx="180" cy="256" rx="150" ry="9" fill={INK} opacity=".07" />
      <g stroke={INK} strokeWidth="1.8" strokeLinejoin="round">
        <path d="M50 158 76 122H284L310 158Z" fill={CARD_SHADE} />
        <path d="M160 158 166 122H194L200 158Z" fill="#f6e3df" />
      </g>
      <BoxFront sealed />
    </svg>
  );
}

function BoxFront({ sealed }: { sealed?: boolean }) {
  return (
    <g stroke={INK} strokeWidth="1.8" strokeLinejoin="round" strokeLinecap="round">
      <path d="M50 158H310L304 252Q304 256 300 256H60Q56 256 56 252Z" fill={CARD} />
      {sealed ? (
        <path d="M160 158H200V186L180 196 160 186Z" fill="#f6e3df" />
      ) : (
        <path d="M50 158 60 172H300L310 158Z" fill={CARD_SHADE} />
      )}
      <g transform="translate(147 196) scale(1.1)" stroke="none" fill="#96262c">
        <WordmarkPaths />
      </g>
    </g>
  );
}

/** Draws the letters of the wordmark in a 60 × 36 view box. The dot of the i is a leaf. */
export function WordmarkPaths() {
  return (
    <>
      <path d="M7 14a3 3 0 0 1 6 0v17a3 3 0 0 1-6 0Z" />
      <path d="M10 8.8C5.6 6.6 5.5 2.4 10-1.2c4.5 3.6 4.4 7.8 0 10Z" />
      <path d="M20 14a3 3 0 0 1 5.7-1.3A8.6 8.6 0 0 1 31.4 11a2.7 2.7 0 0 1 .1 5.5c-3.4.2-5.5 2.4-5.5 6.2V31a3 3 0 0 1-6 0Z" />
      <path
        fillRule="evenodd"
        d="M43.5 11c2.7 0 4.9 1 6.5 2.7V14a3 3 0 0 1 6 0v17a3 3 0 0 1-5.9.7A9 9 0 0 1 43.5 34.4c-6 0-10.6-5.1-10.6-11.7S37.5 11 43.5 11Zm1 5.5c-3.3 0-5.7 2.6-5.7 6.2s2.4 6.2 5.7 6.2 5.6-2.6 5.6-6.2-2.3-6.2-5.6-6.2Z"
      />
    </>
  );
}

interface PlacedPack {
  key: string;
  code: string;
  x: number;
  y: number;
  scale: number;
  lean: number;
}

/** Returns the position of each pack. Tall packs are behind short packs, so that every pack is visible. */
function placePacks(items: readonly BoxArtItem[]): PlacedPack[] {
  const codes = items
    .flatMap((item) => Array.from({ length: item.quantity }, (_, n) => ({ code: item.productCode, n })))
    .sort((a, b) => lookOf(b.code).packHeight - lookOf(a.code).packHeight);
  const rows = Math.max(1, Math.ceil(codes.length / ROW_MAX));
  const perRow = Math.ceil(codes.length / rows);
  return codes.map(({ code, n }, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, codes.length - row * perRow);
    const place = fromMiddle(index - row * perRow, inRow);
    const room = ROOM + row * 14;
    const pitch = Math.min(66, room / inRow);
    const scale = Math.min(1.06, (pitch * 1.24) / PACK_WIDTH);
    return {
      key: `${code}:${n}`,
      code,
      x: Math.round(180 + (place - (inRow - 1) / 2) * pitch),
      y: 182 - (rows - 1 - row) * 22 + (rows > 1 && row === rows - 1 ? 6 : 0),
      scale: Math.round(scale * 100) / 100,
      lean: inRow > 1 ? Math.round((place - (inRow - 1) / 2) * (6 / inRow) * 10) / 10 : -2,
    };
  });
}

/**
 * Returns the position of a pack in its row. The tallest pack (rank 0) is in the middle. The next packs are
 * alternately on its right and left.
 * @param rank the rank by height, from 0
 * @param count the number of packs in the row
 */
function fromMiddle(rank: number, count: number): number {
  const middle = Math.floor((count - 1) / 2);
  const steps = Math.ceil(rank / 2);
  return rank % 2 === 1 ? middle + steps : middle - steps;
}
