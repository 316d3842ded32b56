import { type ReactNode, useId } from 'react';
import './progress.css';

/** `percent` is 0 to 100, or undefined while it is not known; `cancel` holds the button that stops it. */
export function ProgressBar(props: { label: ReactNode; percent?: number | undefined; cancel?: ReactNode }) {
  const labelId = useId();
  const known = props.percent !== undefined;
  return (
    <div className="stack-s1">
      <div className="progress-head row-between">
        <span id={labelId}>{props.label}</span>
        {known && <span className="number">{Math.floor(props.percent ?? 0)} %</span>}
      </div>
      <div className="progress-row row-between">
        <progress
          className="progress-bar"
          max={100}
          aria-labelledby={labelId}
          {...(known && { value: props.percent })}
        />
        {props.cancel}
      </div>
    </div>
  );
}

/** The bar alone, hidden from screen readers, beside a text with the same numbers. */
export function ProgressLine({ done, all }: { done: number; all: number }) {
  return <progress className="progress-bar progress-line" max={all} value={done} aria-hidden="true" />;
}
