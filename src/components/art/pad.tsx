import { type PadLook } from './product-look';

interface PadProps {
  pad: PadLook;
  /** Drawing units per millimetre. */
  scale: number;
  x?: number;
  y?: number;
  upright?: boolean;
  fill?: string;
  line?: string;
  core?: string;
  /** Without the stitching, for pads drawn small. */
  plain?: boolean;
}

/** The silhouette of one pad, lying along x from (0,0), or standing when `upright`. Lengths are true to each other. */
export function PadShape({
  pad,
  scale,
  x = 0,
  y = 0,
  upright,
  fill = '#fff',
  line = '#2b1f1d',
  core,
  plain,
}: PadProps) {
  const turn = upright ? ` rotate(90)` : '';
  const width = (pixels: number) => round(pixels / scale);
  return (
    <g
      transform={`translate(${x} ${y})${turn} scale(${Math.round(scale * 1000) / 1000})`}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {pad.wing > 0 && (
        <rect
          x={round(pad.length * 0.33)}
          y={-pad.waist - pad.wing}
          width={round(pad.length * 0.26)}
          height={(pad.waist + pad.wing) * 2}
          rx={20}
          fill={fill}
          stroke={line}
          strokeWidth={width(1.4)}
        />
      )}
      <path d={outline(pad)} fill={fill} stroke={line} strokeWidth={width(1.4)} />
      <path
        d={outline(inset(pad))}
        transform={`translate(${round(pad.length * 0.1)} 0)`}
        fill={core ?? 'none'}
        {...(plain
          ? {}
          : {
              stroke: line,
              strokeOpacity: 0.45,
              strokeWidth: width(1),
              strokeDasharray: `${width(3)} ${width(3)}`,
            })}
      />
    </g>
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
  const at = (share: number) => round(length * share);
  const far = round(length - back);
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
