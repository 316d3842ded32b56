/** The icon of a verdict. */
import type { ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { CloseIcon } from '../../ui/icons/close.tsx';
import { HourglassIcon } from '../../ui/icons/hourglass.tsx';

export type VerdictTone = 'good' | 'closed' | 'open';

export const verdictIcons: Readonly<Record<VerdictTone, ReactNode>> = {
  good: <CheckIcon />,
  // Not the icon of an error: the applicant has made none.
  closed: <CloseIcon />,
  open: <HourglassIcon />,
};
