/** Opens a customer's application; implemented by the composition root. */
import type { Place } from '../../../domain/pages/steps.ts';
import type { Services, Wizard } from '../../apply/shared/wizard.tsx';

export interface CustomerApplication {
  /** The wizard, which the caller starts. */
  wizard: Wizard;
  /** The services of the wizard's screens. */
  services: Services;
}

/** @param place the place that the address asks for */
export type OpenApplication = (loanId: string, place: Place) => CustomerApplication;
