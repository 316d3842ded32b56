/** What became of an application, as a sign. */
import type { ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons/check.tsx';
import { CloseIcon } from '../../ui/icons/close.tsx';
import { HourglassIcon } from '../../ui/icons/hourglass.tsx';

export type VerdictTone = 'good' | 'closed' | 'open';

export const verdictIcons: Readonly<Record<VerdictTone, ReactNode>> = {
  good: <CheckIcon />,
  // No sign of an error: a refusal is none of the applicant.
  closed: <CloseIcon />,
  open: <HourglassIcon />,
};
