/** SVG icons, 24 units square, in the current colour and hidden from screen readers. */

export const AlertIcon = () => <Icon d="M12 9v5m0 3v.01M12 3.5 2.5 20h19Z" />;
export const LockIcon = () => <Icon d="M6 11h12v9H6Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />;
export const QueryIcon = () => <Icon d="M8.5 9.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3m0 3.5v.01" />;
export const OfflineIcon = () => (
  <Icon d="m3 3 18 18M5 12a10 10 0 0 1 4-2.3m5 .3a10 10 0 0 1 5 2M8.5 15.5a5 5 0 0 1 7 0M12 19.5v.01" />
);
export const BackIcon = () => <Icon d="m14.5 6-6 6 6 6" />;
export const BinIcon = () => <Icon d="M4 7h16M9 7V4h6v3M6.5 7l.8 13h9.4l.8-13M10 11v5m4-5v5" />;
export const CalendarIcon = () => <Icon d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" />;
export const CheckIcon = () => <Icon d="m5 12.5 4.5 4.5L19 7.5" />;
export const ChevronIcon = () => <Icon d="m6 9.5 6 6 6-6" />;
export const CloseIcon = () => <Icon d="m6 6 12 12M18 6 6 18" />;
export const FileIcon = () => <Icon d="M6 3.5h8l4 4v13H6Zm8 0v4h4M9 12.5h6m-6 4h6" />;
export const PictureIcon = () => <Icon d="M3.5 5h17v14h-17Zm0 11 5-5 4 4 3-3 5 5M15.5 9v.01" />;
export const HourglassIcon = () => <Icon d="M7 3h10M7 21h10M8 3v4l4 5-4 5v4m8-18v4l-4 5 4 5v4" />;
export const MenuIcon = () => <Icon d="M4 7h16M4 12h16M4 17h16" />;
export const PlayIcon = () => <Icon d="M8 5.5v13l10.5-6.5Z" />;
export const PauseIcon = () => <Icon d="M9 5.5v13M15 5.5v13" />;
export const PlusIcon = () => <Icon d="M12 5v14M5 12h14" />;

/** An icon of one path. */
export function Icon({ d }: { d: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}
