/** A key of the keyboard. */
import './key.css';

/** @param props.isName whether nothing else names what the key does: else it is no part of the name of its button or link */
export const Key = ({ name, isName = false }: { name: string; isName?: boolean }) => (
  <kbd className="key" aria-hidden={!isName}>
    {name.toUpperCase()}
  </kbd>
);
