/** A text as a QR code, for the camera of another device. */
import { generate } from 'lean-qr/nano';
import './qr-code.css';

/** The margin around the code in modules, which readers need (ISO/IEC 18004). */
const quietZone = 4;

/** @param label the code's purpose, for people who cannot see it */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text);
  const size = code.size + 2 * quietZone;
  const rows = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={rows.join('')} />
    </svg>
  );
}
