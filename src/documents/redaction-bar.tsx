/** A black bar that is dragged, or moved with the arrow keys; its corner, or Shift and the keys, change its size. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useIntl } from 'react-intl';
import { type BarRect, moveBar, resizeBar } from './bars.ts';
import './redact.css';

export type RedactionBarProps = {
  bar: BarRect;
  /** The bar's number, starting at 1. */
  number: number;
  isChosen: boolean;
  /** The id of the text about its keys. */
  describedBy: string;
  onChosen: () => void;
  onChange: (bar: BarRect) => void;
  /** Called when the bar is released. */
  onChangeEnd: () => void;
  onRemove: () => void;
};

type Change = typeof moveBar;
type Drag = { pointer: number; change: Change; from: BarRect; x: number; y: number; picture: DOMRect };

export function RedactionBar(props: RedactionBarProps) {
  const { bar, number, isChosen, describedBy, onChosen, onChange, onChangeEnd, onRemove } = props;
  const intl = useIntl();
  const { startDrag, continueDrag, endDrag } = useDrag(props);
  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step && event.key !== 'Delete') return;
    event.preventDefault();
    if (step) onChange((event.shiftKey ? resizeBar : moveBar)(bar, ...step));
    else onRemove();
  };

  return (
    <div
      ref={preventGestures}
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
      onKeyDown={handleKey}
      onKeyUp={(event) => {
        if (event.key in steps) onChangeEnd();
      }}
      onPointerDown={(event) => startDrag(event, moveBar)}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      <span
        className="redact-handle"
        aria-hidden="true"
        onPointerDown={(event) => startDrag(event, resizeBar)}
      />
    </div>
  );
}

function useDrag({
  bar,
  onChange,
  onChangeEnd,
}: Pick<RedactionBarProps, 'bar' | 'onChange' | 'onChangeEnd'>) {
  const drag = useRef<Drag>(null);

  const startDrag = (event: PointerEvent<HTMLElement>, change: Change) => {
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
  const continueDrag = (event: PointerEvent) => {
    const { current } = drag;
    if (current?.pointer !== event.pointerId) return;
    const { change, from, x, y, picture } = current;
    onChange(change(from, (event.clientX - x) / picture.width, (event.clientY - y) / picture.height));
  };
  const endDrag = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return;
    drag.current = null;
    onChangeEnd();
  };
  return { startDrag, continueDrag, endDrag };
}

/** A quick drag counts as a swipe even where nothing scrolls, and the browser then eats the next tap anywhere. */
function preventGestures(box: HTMLElement | null): (() => void) | undefined {
  const prevent = (event: TouchEvent) => event.preventDefault();
  box?.addEventListener('touchstart', prevent, { passive: false });
  return () => box?.removeEventListener('touchstart', prevent);
}

const percent = (fraction: number) => `${100 * fraction}%`;

/** The distance of one key press, in fractions of the picture. */
const step = 0.01;
const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};
