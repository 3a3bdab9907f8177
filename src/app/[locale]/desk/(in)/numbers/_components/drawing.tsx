import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartProps } from './types';

const HEIGHT = 220;
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** Draws a chart with recharts. @param props `whole` formats a value for the box at the pointer */
export function Drawing({
  kind,
  unit,
  points,
  series,
  whole,
}: ChartProps & { whole: (value: number) => string }) {
  const data = points.map(({ label, values }) => ({ label, ...values }));
  const short = (value: number) => compact.format(unit === 'baht' ? value / 100 : value);
  const [Frame, isLine] = kind === 'line' ? [LineChart, true] : [BarChart, false];
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <Frame data={data} margin={{ top: 4, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" stroke="var(--muted)" tickLine={false} minTickGap={12} />
        <YAxis
          tickFormatter={short}
          allowDecimals={false}
          stroke="var(--muted)"
          tickLine={false}
          axisLine={false}
          width={48}
        />
        <Tooltip formatter={(value) => whole(Number(value))} cursor={{ fill: 'var(--blush)' }} />
        {series.length > 1 && <Legend itemSorter={null} />}
        {series.map(({ name, color }, at) =>
          isLine ? (
            <Line
              key={name}
              dataKey={String(at)}
              name={name}
              stroke={color}
              strokeWidth={2}
              isAnimationActive={false}
            />
          ) : (
            <Bar key={name} dataKey={String(at)} name={name} fill={color} isAnimationActive={false} />
          ),
        )}
      </Frame>
    </ResponsiveContainer>
  );
}
