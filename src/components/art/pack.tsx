import { PadShape } from './pad';
import { lookOf } from './product-look';

export const PACK_WIDTH = 64;
const INK = '#2b1f1d';

/**
 * Draws a pack whose bottom centre is at (0,0). The pack has a closed top, a paper band and a drawing of its
 * content.
 */
export function PackShape({ code }: { code: string }) {
  const { body, band, packHeight: height, pad, stripes } = lookOf(code);
  const half = PACK_WIDTH / 2;
  const top = -height;
  return (
    <g stroke={INK} strokeWidth={1.6} strokeLinejoin="round" strokeLinecap="round">
      <path
        d={`M${3 - half} 0Q${-half - 1} ${-height / 2} ${2 - half} ${top + 9}V${top}${crimp()}V${top + 9}Q${half + 1} ${-height / 2} ${half - 3} 0ZM${2 - half} ${top + 9}H${half - 2}`}
        fill={body}
      />
      <rect
        x={-half + 9}
        y={top + 22}
        width={PACK_WIDTH - 18}
        height={height - 32}
        rx={7}
        fill={band}
        strokeWidth={1.2}
      />
      {pad && (
        <PadShape pad={pad} scale={(height - 44) / pad.length} y={top + 28} upright plain core={body} />
      )}
      {stripes.map((stripe, index) => (
        <path
          key={stripe}
          d={`M${stripeAt(index, stripes.length)} ${top + 32}v${height - 52}`}
          stroke={stripe}
          strokeWidth={7}
        />
      ))}
    </g>
  );
}

function crimp(): string {
  const teeth = 6;
  return 'l5 2.8 5-2.8'.repeat(teeth);
}

function stripeAt(index: number, count: number): number {
  const gap = 11;
  return (index - (count - 1) / 2) * gap;
}

/** Draws a product's pack as a separate picture. Without a title, screen readers skip it. */
export function PackArt({ code, title, className }: { code: string; title?: string; className?: string }) {
  return (
    <svg viewBox="-40 -124 80 130" className={className} role="img" aria-hidden={title ? undefined : true}>
      {title && <title>{title}</title>}
      <PackShape code={code} />
    </svg>
  );
}
