/** A key of the keyboard. */
import './key.css';

/** @param props.isName true if only this text names the key's effect; else screen readers skip it */
export const Key = ({ name, isName = false }: { name: string; isName?: boolean }) => (
  <kbd className="key" aria-hidden={!isName}>
    {name.toUpperCase()}
  </kbd>
);
