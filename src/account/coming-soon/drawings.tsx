/** The drawings of the products that are to come; hidden from screen readers, because the heading names the product. */
import type { ReactNode } from 'react';
import './drawings.css';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="product-drawing" viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      <circle className="product-drawing-ground" cx="48" cy="48" r="46" />
      {children}
    </svg>
  );
}

export const PersonalLoanDrawing = () => (
  <Drawing>
    <rect className="product-drawing-main" x="22" y="34" width="52" height="34" rx="7" />
    <path className="product-drawing-mark" d="M42 44h13m-13 6h13m-10-6c7 0 7 11-1 11l8 8" />
    <circle className="product-drawing-warm" cx="72" cy="34" r="9" />
  </Drawing>
);

export const MutualFundsDrawing = () => (
  <Drawing>
    <path className="product-drawing-main" d="M26 58h10v14H26zm17-12h10v26H43zm17-14h10v40H60z" />
    <path className="product-drawing-line" d="m26 46 16-12 12 4 18-16" />
    <path className="product-drawing-line" d="M62 22h10v10" />
  </Drawing>
);

export const InsuranceDrawing = () => (
  <Drawing>
    <path className="product-drawing-main" d="M48 20 72 29v19c0 15-10 23-24 29-14-6-24-14-24-29V29z" />
    <path className="product-drawing-mark" d="m37 48 8 8 15-17" />
  </Drawing>
);
