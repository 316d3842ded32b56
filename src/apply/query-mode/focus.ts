/** Focuses the field that a link of the page led to. */
import { useEffect } from 'react';
import { focusField } from '../../ui/error-summary.tsx';
import { openAncestorDetails } from '../../ui/open-ancestor-details.ts';
import { useWizard, useWizardState } from '../shared/wizard.tsx';

/**
 * Focuses the wizard's pending field once its control is on the page: when the component that calls it is mounted, and
 * when another field is requested. A control that comes later is focused by the component that comes with it.
 */
export function useFocusPendingField(): void {
  const wizard = useWizard();
  const field = useWizardState(({ context }) => context.pendingFocusField);
  useEffect(() => {
    const control = field === null ? null : document.getElementById(field);
    if (field === null || control === null) return;
    openAncestorDetails(control);
    focusField(field);
    wizard.send({ type: 'field.focused' });
  }, [wizard, field]);
}
