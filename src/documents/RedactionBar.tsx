/** A black bar that is dragged, or moved with the arrow keys; its corner, or Shift and the keys, change its size. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useIntl } from 'react-intl';
import { type Bar, moveBar, resizeBar } from './bars.ts';
import './redact.css';

export type RedactionBarProps = {
  bar: Bar;
  /** From 1. */
  number: number;
  isChosen: boolean;
  /** The id of the words about its keys. */
  describedBy: string;
  onChosen: () => void;
  onChange: (bar: Bar) => void;
  /** It was let go of. */
  onSettled: () => void;
  onRemove: () => void;
};

type Change = typeof moveBar;
type Drag = { pointer: number; change: Change; from: Bar; x: number; y: number; picture: DOMRect };

export function RedactionBar(props: RedactionBarProps) {
  const { bar, number, isChosen, describedBy, onChosen, onChange, onSettled, onRemove } = props;
  const intl = useIntl();
  const drag = useRef<Drag>(null);

  const take = (event: PointerEvent<HTMLElement>, change: Change) => {
    event.stopPropagation();
    const box = event.currentTarget.closest<HTMLElement>('.redact-bar');
    const picture = box?.parentElement?.getBoundingClientRect();
    if (!box || !picture || event.button !== 0 || drag.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = {
      pointer: event.pointerId,
      change,
      from: bar,
      x: event.clientX,
      y: event.clientY,
      picture,
    };
    box.focus({ preventScroll: true });
  };
  const follow = (event: PointerEvent) => {
    const { current } = drag;
    if (current?.pointer !== event.pointerId) return;
    const { change, from, x, y, picture } = current;
    onChange(change(from, (event.clientX - x) / picture.width, (event.clientY - y) / picture.height));
  };
  const letGo = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return;
    drag.current = null;
    onSettled();
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step && event.key !== 'Delete') return;
    event.preventDefault();
    if (step) onChange((event.shiftKey ? resizeBar : moveBar)(bar, ...step));
    else onRemove();
  };

  return (
    <div
      ref={keepGesturesAway}
      className="redact-bar"
      role="application"
      tabIndex={0}
      aria-label={intl.formatMessage({ id: 'document.redact.bar' }, { number })}
      aria-describedby={describedBy}
      data-chosen={isChosen}
      style={{
        left: percent(bar.x),
        top: percent(bar.y),
        width: percent(bar.width),
        height: percent(bar.height),
      }}
      onFocus={onChosen}
      onKeyDown={press}
      onKeyUp={(event) => {
        if (event.key in steps) onSettled();
      }}
      onPointerDown={(event) => take(event, moveBar)}
      onPointerMove={follow}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <span className="redact-corner" aria-hidden="true" onPointerDown={(event) => take(event, resizeBar)} />
    </div>
  );
}

/** A quick drag counts as a swipe even where nothing scrolls, and the browser then eats the next tap anywhere. */
function keepGesturesAway(box: HTMLElement | null): (() => void) | undefined {
  const keep = (event: TouchEvent) => event.preventDefault();
  box?.addEventListener('touchstart', keep, { passive: false });
  return () => box?.removeEventListener('touchstart', keep);
}

const percent = (fraction: number) => `${100 * fraction}%`;

/** To the right and down, in fractions of the picture. */
const step = 0.01;
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
