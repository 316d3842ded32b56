/** Drawn marks, 24 units square, in the colour of the text beside them; hidden from screen readers. */
import type { ReactNode } from 'react';

function drawn(children: ReactNode) {
  return function Icon() {
    return (
      <svg
        className="icon"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {children}
      </svg>
    );
  };
}

export const CheckIcon = /* @__PURE__ */ drawn(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const AlertIcon = /* @__PURE__ */ drawn(<path d="M12 8v5m0 3.5v.01M12 3 2.5 20h19Z" />);
export const LockIcon = /* @__PURE__ */ drawn(<path d="M6 11h12v9H6Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />);
export const QueryIcon = /* @__PURE__ */ drawn(<path d="M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8m0 3v.01" />);
export const ChevronIcon = /* @__PURE__ */ drawn(<path d="m6 9.5 6 6 6-6" />);
export const CloseIcon = /* @__PURE__ */ drawn(<path d="m6 6 12 12M18 6 6 18" />);
export const BinIcon = /* @__PURE__ */ drawn(<path d="M4 7h16M9 7V4h6v3M6.5 7l.8 13h9.4l.8-13M10 11v5m4-5v5" />);
export const PlusIcon = /* @__PURE__ */ drawn(<path d="M12 5v14M5 12h14" />);
export const OfflineIcon = /* @__PURE__ */ drawn(
  <path d="m3 3 18 18M5 12a10 10 0 0 1 4-2.3m5 .3a10 10 0 0 1 5 2M8.5 15.5a5 5 0 0 1 7 0M12 19.5v.01" />,
);
