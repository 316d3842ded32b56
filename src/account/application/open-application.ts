/** How a customer's application is opened; implemented by the composition root. */
import type { Place } from '../../../domain/pages/steps.ts';
import type { Services, Wizard } from '../../apply/shared/wizard.tsx';

export interface CustomerApplication {
  /** Not started yet. */
  wizard: Wizard;
  /** Of the wizard's screens. */
  services: Services;
}

/** @param place what the address asks for */
export type OpenApplication = (loanId: string, place: Place) => CustomerApplication;
