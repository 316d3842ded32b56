/**
 * SVG icons, 24 units square, in the current colour and hidden from screen readers. Icons that the first screen does
 * not show are in files of their own.
 */

export const AlertIcon = () => <Icon d="M12 9v5m0 3v.01M12 3.5 2.5 20h19Z" />;
export const LockIcon = () => <Icon d="M6 11h12v9H6Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />;
export const QueryIcon = () => <Icon d="M8.5 9.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3m0 3.5v.01" />;
export const OfflineIcon = () => (
  <Icon d="m3 3 18 18M5 12a10 10 0 0 1 4-2.3m5 .3a10 10 0 0 1 5 2M8.5 15.5a5 5 0 0 1 7 0M12 19.5v.01" />
);

/** An icon of one path. */
export function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
