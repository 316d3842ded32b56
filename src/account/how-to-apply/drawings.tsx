/**
 * The drawings of how to apply: each is built up part by part when it appears, or shown as a whole without motion. They
 * are hidden from screen readers, because the caption says the same.
 */
import type { ReactNode } from 'react';
import './drawings.css';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="drawing" viewBox="0 0 320 220" aria-hidden="true" focusable="false">
      <rect className="drawing-paper" x="40" y="14" width="240" height="192" rx="18" />
      {children}
    </svg>
  );
}

/** Appears in its turn, counted from 1. */
function Part({ turn, children }: { turn: 1 | 2 | 3 | 4 | 5 | 6; children: ReactNode }) {
  return <g className={`drawing-part drawing-part-${turn}`}>{children}</g>;
}

/** A line of text. */
function Line(props: { x: number; y: number; width: number; strong?: boolean }) {
  const { x, y, width, strong = false } = props;
  return (
    <rect
      className={strong ? 'drawing-line drawing-line-strong' : 'drawing-line'}
      x={x}
      y={y}
      width={width}
      height="8"
      rx="4"
    />
  );
}

/** A search that finds the institution. */
export function StudentDrawing() {
  return (
    <Drawing>
      <Part turn={1}>
        <rect className="drawing-input" x="60" y="36" width="200" height="36" rx="10" />
        <circle className="drawing-stroke" cx="80" cy="53" r="6.5" />
        <path className="drawing-stroke" d="m85 58 5 5" />
      </Part>
      <g className="drawing-typing">
        <Line x={100} y={50} width={78} strong />
      </g>
      <Part turn={3}>
        <rect className="drawing-soft" x="60" y="84" width="200" height="32" rx="8" />
        <Line x={74} y={96} width={118} strong />
      </Part>
      <Part turn={4}>
        <Line x={74} y={132} width={96} />
      </Part>
      <Part turn={5}>
        <Line x={74} y={160} width={132} />
      </Part>
      <Part turn={6}>
        <circle className="drawing-fill" cx="242" cy="100" r="10" />
        <path className="drawing-check" d="m237 100 4 4 7-8" />
      </Part>
    </Drawing>
  );
}

/** Fees that add up. */
export function FeesDrawing() {
  const rows = [
    { y: 40, label: 74, amount: 46 },
    { y: 72, label: 96, amount: 34 },
    { y: 104, label: 62, amount: 40 },
  ];
  return (
    <Drawing>
      {rows.map(({ y, label, amount }, index) => (
        <Part key={y} turn={index === 0 ? 1 : index === 1 ? 2 : 3}>
          <Line x={64} y={y} width={label} />
          <rect
            className="drawing-soft"
            x={256 - amount - 12}
            y={y - 8}
            width={amount + 12}
            height="24"
            rx="7"
          />
          <Line x={250 - amount} y={y} width={amount} strong />
        </Part>
      ))}
      <Part turn={4}>
        <path className="drawing-rule" d="M64 134h192" />
      </Part>
      <Part turn={5}>
        <Line x={64} y={160} width={54} strong />
        <rect className="drawing-fill" x="170" y="148" width="86" height="34" rx="10" />
        <text className="drawing-sign" x="182" y="171">
          ₹
        </text>
        <rect className="drawing-on-fill" x="200" y="161" width="44" height="8" rx="4" />
      </Part>
    </Drawing>
  );
}

/** The applicant's card and bank. */
export function DetailsDrawing() {
  return (
    <Drawing>
      <Part turn={1}>
        <rect className="drawing-soft" x="60" y="36" width="128" height="82" rx="12" />
      </Part>
      <Part turn={2}>
        <circle className="drawing-fill" cx="88" cy="68" r="12" />
        <path className="drawing-fill" d="M68 102c2-13 10-18 20-18s18 5 20 18z" />
      </Part>
      <Part turn={3}>
        <Line x={118} y={58} width={56} strong />
        <Line x={118} y={76} width={42} />
        <Line x={118} y={94} width={50} />
      </Part>
      <Part turn={4}>
        <path className="drawing-warm" d="m206 66 28-16 28 16v6h-56z" />
        <path className="drawing-warm" d="M212 76h8v28h-8zm18 0h8v28h-8zm18 0h8v28h-8zM206 108h56v8h-56z" />
      </Part>
      <Part turn={5}>
        <rect className="drawing-input" x="60" y="136" width="202" height="20" rx="7" />
        <rect className="drawing-input" x="60" y="166" width="202" height="20" rx="7" />
      </Part>
      <Part turn={6}>
        <Line x={72} y={142} width={112} strong />
        <Line x={72} y={172} width={76} strong />
      </Part>
    </Drawing>
  );
}

/** Draws the plans, one of which is chosen, and its payments. */
export function PlanDrawing() {
  const bars = [58, 34, 34, 34, 34, 34];
  return (
    <Drawing>
      <Part turn={1}>
        <circle className="drawing-stroke" cx="76" cy="46" r="7" />
        <Line x={94} y={42} width={58} />
        <Line x={206} y={42} width={48} />
      </Part>
      <Part turn={2}>
        <rect className="drawing-soft" x="56" y="62" width="208" height="34" rx="9" />
        <circle className="drawing-stroke" cx="76" cy="79" r="7" />
        <Line x={94} y={75} width={66} strong />
        <Line x={200} y={75} width={54} strong />
      </Part>
      <Part turn={3}>
        <circle className="drawing-fill" cx="76" cy="79" r="4" />
      </Part>
      <Part turn={4}>
        <path className="drawing-rule" d="M64 190h192" />
      </Part>
      <g className="drawing-bars">
        {bars.map((height, month) => (
          // The month is what the bar is about.
          <rect
            key={month}
            className={month === 0 ? 'drawing-fill' : 'drawing-bar'}
            x={70 + month * 31}
            y={190 - height}
            width="22"
            height={height}
            rx="4"
          />
        ))}
      </g>
    </Drawing>
  );
}

/** The application is sent, and the answer comes. */
export function AnswerDrawing() {
  return (
    <Drawing>
      <Part turn={1}>
        <path className="drawing-rule drawing-dashes" d="M84 152c20-64 92-64 118-20" />
      </Part>
      <g className="drawing-plane">
        <path className="drawing-warm" d="m66 150 44-22-14 46-10-16z" />
      </g>
      <Part turn={4}>
        <circle className="drawing-soft" cx="212" cy="96" r="44" />
        <circle className="drawing-fill" cx="212" cy="96" r="32" />
      </Part>
      <Part turn={5}>
        <path className="drawing-check drawing-check-large" d="m198 97 10 10 18-21" />
      </Part>
      <Part turn={6}>
        <Line x={172} y={160} width={80} strong />
        <Line x={184} y={178} width={56} />
      </Part>
    </Drawing>
  );
}
