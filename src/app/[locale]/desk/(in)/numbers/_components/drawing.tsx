import { labelSteps, ticksUpTo } from './chart-scale';
import classes from './numbers.module.css';
import type { ChartProps } from './types';

const HEIGHT = 164;
/** The share of a bar group in the width of its point. */
const GROUP = 0.84;

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

type Scale = Pick<ChartProps, 'points' | 'series'> & {
  /** The height of a value above the lower edge, in pixels. */
  heightOf: (value: number) => number;
  /** The middle of a point, from 0 to 1. */
  middleOf: (at: number) => number;
};

/**
 * Draws a chart as SVG. Places across are percentages, so that it fits every width without a script.
 * @param props `whole` formats a value for the text at the pointer
 */
export function Drawing({
  kind,
  unit,
  points,
  series,
  whole,
}: ChartProps & { whole: (value: number) => string }) {
  const perUnit = unit === 'baht' ? 100 : 1;
  const most = Math.max(0, ...points.flatMap(({ values }) => values));
  const ticks = ticksUpTo(most / perUnit);
  const top = (ticks.at(-1) ?? 1) * perUnit;
  const heightOf = (value: number) => (value / top) * HEIGHT;
  // A line begins and ends at the edges, bars stand in the middle of their place.
  const gaps = Math.max(1, points.length - 1);
  const middleOf = (at: number) =>
    kind === 'line' && points.length > 1 ? at / gaps : (at + 0.5) / points.length;
  const scale = { points, series, heightOf, middleOf };
  return (
    <>
      <svg className={classes.plot} height={HEIGHT}>
        {ticks.map((tick) => (
          <g key={tick} data-base={tick === 0}>
            <line
              x1="0"
              x2="100%"
              y1={HEIGHT - heightOf(tick * perUnit)}
              y2={HEIGHT - heightOf(tick * perUnit)}
            />
            <text x="-8" y={HEIGHT - heightOf(tick * perUnit)} dy="0.35em" textAnchor="end">
              {compact.format(tick)}
            </text>
          </g>
        ))}
        {kind === 'line' ? <Lines {...scale} /> : <Bars {...scale} />}
        <Labels {...scale} />
        {points.map(({ label, values }, at) => (
          <rect
            key={label}
            className={classes.touched}
            x={percent(Math.max(0, middleOf(at) - 0.5 / points.length))}
            width={percent(1 / points.length)}
            height={HEIGHT}
          >
            <title>
              {[label, ...series.map(({ name }, one) => `${name}: ${whole(values[one] ?? 0)}`)].join('\n')}
            </title>
          </rect>
        ))}
      </svg>
      {series.length > 1 && <Legend series={series} />}
    </>
  );
}

function Lines({ points, series, heightOf, middleOf }: Scale) {
  return series.map(({ name, color }, one) => {
    const dots = points.map(({ label, values }, at) => ({
      label,
      x: percent(middleOf(at)),
      y: HEIGHT - heightOf(values[one] ?? 0),
    }));
    return (
      <g key={name} className={classes.line} stroke={color}>
        {dots.slice(1).map(({ label, x, y }, at) => (
          <line key={label} x1={dots[at]?.x} y1={dots[at]?.y} x2={x} y2={y} />
        ))}
        {dots.map(({ label, x, y }) => (
          <circle key={label} cx={x} cy={y} r="3" />
        ))}
      </g>
    );
  });
}

function Bars({ points, series, heightOf, middleOf }: Scale) {
  const width = GROUP / points.length / series.length;
  return series.map(({ name, color }, one) => (
    <g key={name} fill={color}>
      {points.map(({ label, values }, at) => (
        <rect
          key={label}
          x={percent(middleOf(at) + (one - series.length / 2) * width)}
          width={percent(width * 0.96)}
          y={HEIGHT - heightOf(values[one] ?? 0)}
          height={heightOf(values[one] ?? 0)}
        />
      ))}
    </g>
  ));
}

function Labels({ points, middleOf }: Scale) {
  const steps = labelSteps(points.map(({ label }) => label));
  return points.map(({ label }, at) => {
    const fromEnd = points.length - 1 - at;
    return (
      <text
        key={label}
        x={percent(middleOf(at))}
        y={HEIGHT}
        dy="1.5em"
        textAnchor="middle"
        data-narrow={fromEnd % steps.narrow === 0}
        data-medium={fromEnd % steps.medium === 0}
        data-wide={fromEnd % steps.wide === 0}
      >
        {label}
      </text>
    );
  });
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <ul className={classes.legend}>
      {series.map(({ name, color }) => (
        <li key={name}>
          <svg width="14" height="14">
            <rect width="14" height="14" fill={color} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
