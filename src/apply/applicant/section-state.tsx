/** Shows the progress of a section beside its title. */
import { useState } from 'react';
import { CompleteTick } from '../../ui/collapsible-card.tsx';
import { t } from '../../i18n/i18n.tsx';

/** @param props.isCarried true if it holds answers of an earlier application that are still to be checked */
export function SectionState({ left, isCarried = false }: { left: number; isCarried?: boolean }) {
  const [startedComplete] = useState(left === 0 && !isCarried);
  if (left > 0) return t('applicant.section.left', { count: left });
  if (isCarried) return t('consumer.carried.check');
  return (
    <>
      <CompleteTick isDrawn={!startedComplete} />
      {t('applicant.section.complete')}
    </>
  );
}
