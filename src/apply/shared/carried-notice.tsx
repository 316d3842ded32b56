/** Says that a step holds answers of an earlier application. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { FormattedDate } from 'react-intl';
import { carriedIn } from '../../../domain/forms/carried-answers.ts';
import type { DraftedStep } from '../../../domain/pages/steps.ts';
import { Banner } from '../../ui/banner.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useDrafts, useLock } from './wizard.tsx';

/** @param children the content that says what to do about the carried answers */
export function CarriedNotice({ step, children }: { step: DraftedStep; children: ReactNode }) {
  const from = useSelector(useDrafts()[step], ({ context }) => carriedIn(context.body)?.from);
  const { mode } = useLock();
  if (from === undefined || mode !== 'open') return null;
  const date = <FormattedDate value={from} dateStyle="medium" timeZone="UTC" />;
  return (
    <Banner kind="notice" title={t('app.carried', { date })}>
      <p>{children}</p>
    </Banner>
  );
}
