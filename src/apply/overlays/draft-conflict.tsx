/** The choice where another tab or device has kept something else of the same step. */
import { useSelector } from '@xstate/react';
import type { DraftStep } from '../../../machines/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useDrafts, useWizard } from '../shared/wizard.tsx';

/** Lets the person choose a draft of the step, since the other one is overwritten. */
export function DraftConflict({ step }: { step: DraftStep }) {
  const wizard = useWizard();
  const draft = useDrafts()[step];
  const isOpen = useSelector(draft, ({ context }) => context.conflictingDraft !== null);
  if (!isOpen) return null;
  const acceptServerDraft = () => {
    draft.send({ type: 'serverDraft.chosen' });
    // Applicant Details depends on the students, and ignores the event while it is not shown.
    if (step === 'students') wizard.send({ type: 'students.replaced' });
  };
  return (
    <Dialog
      role="alertdialog"
      title={t('app.draft.conflict')}
      onCancel={null}
      actions={
        <>
          <Button wide onPress={acceptServerDraft}>
            {t('app.draft.conflict.theirs')}
          </Button>
          <Button wide kind="primary" onPress={() => draft.send({ type: 'localDraft.chosen' })}>
            {t('app.draft.conflict.mine')}
          </Button>
        </>
      }
    >
      <p>{t('app.draft.conflict.help')}</p>
    </Dialog>
  );
}
