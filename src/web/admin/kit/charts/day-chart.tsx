import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { fullCount, shortCount } from '../format.ts';

interface DayChartProps {
  label: string;
  unit: string;
  /** Null where it is not known. */
  days: { day: string; count: number | null }[];
  /** For what is not a number of things. */
  format?: (count: number) => string;
}

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayLabel = (day: string) => monthAndDay.format(new Date(day));
const axis = { stroke: 'var(--muted)', fontSize: 12, tickLine: false, axisLine: false };

export default function DayChart({ label, unit, days, format }: DayChartProps) {
  return (
    <figure aria-label={label} className="h-[220px] p-3.5">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={days} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={dayLabel} minTickGap={28} {...axis} />
          <YAxis width={44} allowDecimals={format !== undefined} tickFormatter={format ?? shortCount} {...axis} />
          <Tooltip
            cursor={{ fill: 'var(--accent-soft)' }}
            labelFormatter={(day) => dayLabel(String(day))}
            formatter={(count) => [format ? format(Number(count)) : fullCount(Number(count)), unit]}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--line)',
              borderRadius: 12,
              color: 'var(--text)',
            }}
            itemStyle={{ color: 'var(--text)' }}
          />
          <Bar dataKey="count" fill="var(--glow)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}
