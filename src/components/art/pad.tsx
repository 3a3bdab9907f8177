import { LONGEST_PAD, lookOf, type PadLook } from './product-look';

interface PadProps {
  pad: PadLook;
  /** The number of drawing units per millimetre. */
  scale: number;
  x?: number;
  y?: number;
  upright?: boolean;
  core?: string;
  /** Whether to omit the stitching. For small drawings. */
  plain?: boolean;
}

/**
 * Draws the outline of a pad to scale. The pad starts at (0,0) and lies along the x axis, or along the y axis
 * with `upright`.
 */
export function PadShape({ pad, scale, x = 0, y = 0, upright, core = 'none', plain }: PadProps) {
  const turn = upright ? 'rotate(90)' : '';
  const width = (pixels: number) => round(pixels / scale);
  return (
    <g
      transform={`translate(${x} ${y})${turn}scale(${Math.round(scale * 1000) / 1000})`}
      fill="#fff"
      stroke="#2b1f1d"
      strokeWidth={width(1.4)}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {pad.wing > 0 && <Wings pad={pad} />}
      <path d={outline(pad)} />
      {plain ? (
        <path
          d={`M${pad.front * 1.4} 0H${Math.round(pad.length * 0.8)}`}
          stroke={core}
          strokeWidth={pad.front * 1.1}
        />
      ) : (
        <path
          d={outline(inset(pad))}
          transform={`translate(${round(pad.length * 0.1)})`}
          fill={core}
          strokeOpacity={0.45}
          strokeWidth={width(1)}
          strokeDasharray={width(3)}
        />
      )}
    </g>
  );
}

interface PadToScaleProps {
  code: string;
  className?: string;
}

/**
 * Draws the pad of a product. All pads have the same scale. Renders nothing for a product with several kinds
 * of pads.
 */
export function PadToScale({ code, className }: PadToScaleProps) {
  const { pad, band } = lookOf(code);
  if (!pad) return null;
  const half = Math.max(pad.waist + pad.wing, pad.back) + 3;
  return (
    <svg viewBox={`-3 ${-half} ${LONGEST_PAD + 8} ${half * 2}`} className={className} aria-hidden>
      <PadShape pad={pad} scale={1} core={band} />
    </svg>
  );
}

function Wings({ pad }: { pad: PadLook }) {
  const half = pad.waist + pad.wing;
  return (
    <rect
      x={Math.round(pad.length * 0.33)}
      y={-half}
      width={Math.round(pad.length * 0.26)}
      height={half * 2}
      rx={20}
    />
  );
}

function inset(pad: PadLook): PadLook {
  return {
    ...pad,
    length: round(pad.length * 0.8),
    front: round(pad.front * 0.56),
    waist: round(pad.waist * 0.56),
    back: round(pad.back * 0.56),
  };
}

function outline({ length, front, waist, back }: PadLook): string {
  const at = (share: number) => Math.round(length * share);
  const far = length - back;
  return [
    `M${front} ${-front}`,
    `C${at(0.3)} ${-front} ${at(0.34)} ${-waist} ${at(0.46)} ${-waist}`,
    `C${at(0.6)} ${-waist} ${at(0.64)} ${-back} ${far} ${-back}`,
    `A${back} ${back} 0 0 1 ${far} ${back}`,
    `C${at(0.64)} ${back} ${at(0.6)} ${waist} ${at(0.46)} ${waist}`,
    `C${at(0.34)} ${waist} ${at(0.3)} ${front} ${front} ${front}`,
    `A${front} ${front} 0 0 1 ${front} ${-front}Z`,
  ].join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
