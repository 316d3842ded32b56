/** Shows counts over time as bars, and the same as a table for people who cannot see them. */
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import './bar-chart.css';

export type BarChartProps = {
  /** The text for screen readers in place of the bars. */
  summary: string;
  /** The disclosure of the table, and its headers. */
  tableTitle: ReactNode;
  periodHeader: ReactNode;
  countHeader: ReactNode;
  /** The oldest first. */
  bars: readonly { key: string; label: string; count: number }[];
};

/** The drawing's size in its own units; it is stretched to the available width. */
const size = { bar: 10, gap: 4, height: 100 };

export function BarChart({ summary, tableTitle, periodHeader, countHeader, bars }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const step = size.bar + size.gap;
  return (
    <figure className="bar-chart stack-s2">
      <div className="bar-chart-drawing">
        <span className="bar-chart-highest number text-muted text-small" aria-hidden="true">
          {highest}
        </span>
        <svg
          role="img"
          aria-label={summary}
          viewBox={`0 0 ${bars.length * step - size.gap} ${size.height}`}
          preserveAspectRatio="none"
        >
          {bars.map(({ key, label, count }, index) => {
            const height = (count / highest) * size.height;
            return (
              <rect key={key} x={index * step} y={size.height - height} width={size.bar} height={height}>
                <title>{`${label}: ${count}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <p className="bar-chart-ends text-muted text-small" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <Disclosure title={tableTitle}>
        <table className="bar-chart-table">
          <thead>
            <tr>
              <th scope="col">{periodHeader}</th>
              <th scope="col">{countHeader}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, count }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </figure>
  );
}
