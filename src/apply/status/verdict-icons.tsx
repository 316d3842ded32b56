/** The icon of a verdict. */
import type { ReactNode } from 'react';
import { CheckIcon, CloseIcon, HourglassIcon } from '../../ui/icons.tsx';

export type VerdictTone = 'good' | 'closed' | 'open';

export const verdictIcons: Readonly<Record<VerdictTone, ReactNode>> = {
  good: <CheckIcon />,
  // Not the icon of an error: the applicant has made none.
  closed: <CloseIcon />,
  open: <HourglassIcon />,
};
