/** A drawing of a parent and a child who climb to school by steps of one height; it says nothing that the page does not. */
import './start.css';

const accent = 'var(--accent)';
const pale = 'var(--accent-soft)';
const warm = 'var(--bar-interest)';
const skin = 'var(--second-ink)';
const outlined = { fill: 'var(--surface)', stroke: accent, strokeWidth: 1.5 };

export function StartDrawing() {
  return (
    <svg className="start-drawing" viewBox="0 -34 400 232" aria-hidden="true" focusable="false">
      <circle fill={warm} cx="236" cy="-2" r="19" />
      <path
        fill={pale}
        d="M20 168h44v24H20zM64 144h44v48H64zM108 120h44v72h-44zM152 96h44v96h-44zM196 72h184v120H196z"
      />
      <path
        fill={accent}
        d="M20 168h44v5H20zM64 144h44v5H64zM108 120h44v5h-44zM152 96h44v5h-44zM196 72h184v5H196z"
      />
      {/* Instalments: two of four are paid. */}
      <path
        fill={accent}
        d="M34.5 181a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zm44 0a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0z"
      />
      <path
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        d="m38.5 181 2.5 2.7 4.6-5.2m36.9 2.5 2.5 2.7 4.6-5.2"
      />
      <path
        {...outlined}
        d="M122.5 181a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0zm44 0a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0z"
      />
      {/* The school. */}
      <path stroke={accent} strokeWidth="2" d="M308-10v-20" />
      <path {...outlined} d="M256 20h104v52H256z" />
      <path fill={accent} d="M246 22 308-12l62 34z" />
      <circle {...outlined} cx="308" cy="9" r="6.5" />
      <path fill={pale} d="M266 33h10v14h-10zm14 0h10v14h-10zm45 0h10v14h-10zm14 0h10v14h-10z" />
      <path fill={warm} d="M309-30h20l-5 6 5 6h-20zM298 46h20v26h-20z" />
      {/* The parent with a veil, and the child with a bag. */}
      <path
        fill="none"
        stroke={skin}
        strokeWidth="4"
        strokeLinecap="round"
        d="M81 131v11M90 131v11M126 110v8M133 110v8M94 106l17 3m13-12-12 12m24-12 11-8"
      />
      <path fill={warm} d="M73 133q0-32 12-36 12 4 13 36zM115 95q0-4 4-4h6v17h-6q-4 0-4-4z" />
      <path
        fill={accent}
        d="M73 98q-2-23 12-23t13 17l-2 9-8 28q-14-12-15-31zM121 96q0-6 6-6h5q6 0 6 6v9q0 6-6 6h-5q-6 0-6-6z"
      />
      <circle fill={skin} cx="88" cy="86" r="8" />
      <circle fill={skin} cx="130" cy="81" r="7.5" />
      <path fill={accent} d="M122 80q0-9 8-9t8 8z" />
    </svg>
  );
}
