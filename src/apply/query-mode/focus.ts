/** Focuses the field that a link of the page led to. */
import { useEffect } from 'react';
import { focusField } from '../../ui/error-summary.tsx';
import { useWizard, useWizardState } from '../shared/wizard.tsx';

/**
 * Focuses the wizard's pending field once its control is on the page: when the component that calls it is mounted, and
 * when another field is requested. A control that comes later is focused by the component that comes with it.
 */
export function useFocusPendingField(): void {
  const wizard = useWizard();
  const field = useWizardState(({ context }) => context.pendingFocusField);
  useEffect(() => {
    if (field === null || !document.getElementById(field)) return;
    focusField(field);
    wizard.send({ type: 'field.focused' });
  }, [wizard, field]);
}
