/** The sections of Applicant Details, each with the fields that the catalogue has for it. */
import { useSelector } from '@tanstack/react-form';
import { shallowEqual } from '@xstate/react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import type { ApplicantField, ApplicantValues } from '../../../domain/forms/applicant.ts';
import { getPath, type Issue } from '../../../domain/values/check.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { applicantFields } from '../../../domain/forms/fields/applicant.ts';
import { type SectionId, sections } from '../../../domain/forms/fields/sections.ts';
import { limits } from '../../../domain/values/limits.ts';
import { shownFields } from '../../../domain/forms/hidden-fields.ts';
import { otherFieldsIn } from '../../../domain/forms/pasted-fields.ts';
import { messageId } from '../../../locales/index.ts';
import { CatalogueFields, fieldColumns } from '../../form/catalogue-fields.tsx';
import type { Checker } from '../../form/domain-form.tsx';
import { useDomainFormApi } from '../../form/form-context.ts';
import { useFieldLock } from '../../form/lock.ts';
import { valueText } from '../../form/value-text.ts';
import { useMediaQuery } from '../../hooks/media-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { collapseCard, collapseCardInPlace, CollapsibleCard, openCard } from '../../ui/collapsible-card.tsx';
import { focusField, openAncestorDetails } from '../../ui/error-summary.tsx';
import { ProgressLine } from '../../ui/progress-bar.tsx';
import type { Progress } from '../drafted-step/step-bar.tsx';
import { StepSummary } from '../shared/step-summary.tsx';
import { useLock } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useCarriedSections } from './carried.ts';
import { declarationIds } from './declarations.tsx';
import { ChosenPlan } from './emi.tsx';
import { CopyAddress, OverwrittenProvider } from './copy-address.tsx';
import { Experience, special } from './special-fields.tsx';
import { SectionState } from './section-state.tsx';
import { type ApplicantStep, useApplicantStep, useApplicantForm, withoutValidation } from './step.ts';

const before: Partial<Record<ApplicantField, ReactNode>> = {
  'personal_details.address.residence.address': <CopyAddress to="residence" />,
  'personal_details.address.permanent.address': <CopyAddress to="permanent" />,
  'employment_details.office_address.address': <CopyAddress to="office" />,
};

const applicantSections = (Object.keys(sections) as SectionId[]).filter((id) =>
  Object.values(applicantFields).some((row) => row.section === id),
);

const yearsOfBirth = {
  firstYear: String(limits.applicantBirthYearFirst),
  lastYear: String(limits.applicantBirthYearLast),
};

type ApplicantSection = (typeof applicantSections)[number];

interface ApplicantSectionsProps {
  today: IsoDate;
  /** The loan's own number, from which the alternate one must differ. */
  mobile: string;
  checker: Checker;
  /** True if both declarations are made; they count as a section. */
  isDeclared: boolean;
  /** Renders the content after the sections; the progress is null unless they are to be filled in. */
  children: (progress: Progress | null) => ReactNode;
}

export function ApplicantSections(props: ApplicantSectionsProps) {
  const { today, mobile, checker, isDeclared, children } = props;
  const isOpen = useLock().mode === 'open';
  const isWide = useMediaQuery('(width >= 80rem)');
  const { parts, unfinished, continueFrom } = useSections(checker);
  usePasteFill();
  const progress = isOpen && {
    done: parts.length - unfinished.length + (isDeclared ? 1 : 0),
    total: parts.length + 1,
  };
  const progressText = progress && (
    <p className="text-muted" role="status">
      {t('applicant.progress', progress)}
    </p>
  );
  return (
    <OverwrittenProvider>
      {isWide && progress ? (
        <StepSummary>
          <Card title={t(messageId(sections.emi.title))}>
            <p>
              <ChosenPlan />
            </p>
            <div className="stack-s1">
              <ProgressLine done={progress.done} all={progress.total} />
              {progressText}
            </div>
          </Card>
        </StepSummary>
      ) : (
        progressText
      )}
      {parts.map((part) => (
        <SectionCard
          key={part.id}
          {...part}
          today={today}
          mobile={mobile}
          startsOpen={isOpen ? part.id === unfinished[0]?.id : part.isEditable}
          onContinue={isOpen ? () => continueFrom(part.id) : null}
        />
      ))}
      {children(progress || null)}
    </OverwrittenProvider>
  );
}

/** Remembers the last result, as the form reports each key several times with the same values. */
function rememberLast<Values, Result>(check: (values: Values) => Result): (values: Values) => Result {
  let last: { values: Values; result: Result } | undefined;
  return (values) => {
    if (last?.values !== values) last = { values, result: check(values) };
    return last.result;
  };
}

/** Returns the sections with the number of open fields in each; the first one to fill in is open. */
function useSections(checker: Checker) {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  const isOpen = useLock().mode === 'open';
  const { failed } = useDomainFormApi();
  const step = useApplicantStep();
  const carried = useCarriedSections();
  const sectionOf = (name: string) => sectionIn(step, name);
  useEffect(() => {
    for (const { field } of failed.issues) openAncestorDetails(document.getElementById(field));
  }, [failed]);
  const isUnlocked = (name: string) => lockOf(name).access !== 'locked';
  const shown = useSelector(form.store, ({ values }) => shownFields(step.table, values), {
    compare: shallowEqual,
  });
  const issuesOf = rememberLast((values: ApplicantValues) => [
    ...checker.checkAll(values, isUnlocked),
    ...((isOpen && step.issuesOf?.(values, step.isProofUploaded)) || []),
  ]);
  const remaining = useSelector(form.store, ({ values }) => countBySection(step, issuesOf(values)), {
    compare: shallowEqual,
  });
  const parts = applicantSections
    .map((id) => {
      const names = shown.filter((name) => sectionOf(name) === id);
      const isCarried = carried.unchecked.includes(id);
      return { id, names, isCarried, isEditable: names.some(isUnlocked), left: remaining[id] ?? 0 };
    })
    .filter(({ names }) => names.length > 0);
  const unfinished = parts.filter(({ left, isCarried }) => left > 0 || isCarried);
  const firstUnfinished = unfinished[0]?.id;
  useEffect(() => {
    if (isOpen && firstUnfinished) openAncestorDetails(document.getElementById(cardId(firstUnfinished)));
  }, [isOpen, firstUnfinished]);

  useFoldCompleteCards(() => {
    if (!isOpen) return [];
    const issues = issuesOf(form.state.values);
    const isComplete = (id: string) => !issues.some(({ field }) => sectionOf(field) === id);
    return parts.filter(({ id, isCarried }) => !isCarried && isComplete(id)).map(({ id }) => cardId(id));
  });

  /** Collapses a section that is complete and goes to the next that is not; else shows what is wrong. */
  const continueFrom = (id: ApplicantSection) => {
    const wrong = issuesOf(form.state.values).filter(({ field }) => sectionOf(field) === id);
    const [first] = wrong;
    if (first) {
      for (const { field } of wrong)
        void form.getFieldInfo(field as ApplicantField).instance?.validate('blur');
      return focusField(first.field);
    }
    carried.check(id);
    collapseCard(cardId(id));
    const others = unfinished.filter((part) => part.id !== id);
    const isLater = (part: { id: ApplicantSection }) =>
      applicantSections.indexOf(part.id) > applicantSections.indexOf(id);
    const next = others.find(isLater) ?? others[0];
    if (next) openCard(cardId(next.id));
    else focusField(declarationIds.genuine);
  };
  return { parts, unfinished, continueFrom };
}

/**
 * Collapses the sections that are complete as another part of the form is entered, without a press on Continue.
 * @param completeCards the ids of the cards that are complete now
 */
function useFoldCompleteCards(completeCards: () => readonly string[]): void {
  const fold = useEffectEvent(({ target }: FocusEvent) => {
    // A dialog and the bar at the foot are no parts of the form that one goes on to.
    if (!(target instanceof HTMLElement) || !target.closest('form section')) return;
    for (const id of completeCards())
      if (!document.getElementById(id)?.contains(target)) collapseCardInPlace(id, target);
  });
  useEffect(() => {
    document.addEventListener('focusin', fold);
    return () => document.removeEventListener('focusin', fold);
  }, []);
}

/** Fills empty fields with what a text that was pasted into another says of them. */
function usePasteFill() {
  const form = useApplicantForm();
  const lockOf = useFieldLock();
  useEffect(() => {
    const fillOthers = ({ target, clipboardData }: ClipboardEvent) => {
      const text = clipboardData?.getData('text') ?? '';
      const others = target instanceof HTMLInputElement ? otherFieldsIn(target.id, text) : {};
      for (const [name, value] of Object.entries(others))
        if (lockOf(name).access !== 'locked' && getPath(form.state.values, name) === '')
          form.getFieldInfo(name as ApplicantField).instance?.setValue(value, withoutValidation);
    };
    document.addEventListener('paste', fillOthers);
    return () => document.removeEventListener('paste', fillOthers);
  }, [form, lockOf]);
}

type SectionCardProps = ReturnType<typeof useSections>['parts'][number] & {
  today: IsoDate;
  mobile: string;
  startsOpen: boolean;
  /** Null if the section is not to be filled in. */
  onContinue: (() => void) | null;
};

function SectionCard(props: SectionCardProps) {
  const { id, names, left, isCarried, today, mobile, startsOpen, onContinue } = props;
  const { table, after } = useApplicantStep();
  return (
    <CollapsibleCard
      id={cardId(id)}
      title={t(messageId(sections[id].title))}
      state={onContinue && <SectionState left={left} isCarried={isCarried} />}
      summary={<SectionValues id={id} names={names} />}
      actions={onContinue && <Button onPress={onContinue}>{t('applicant.section.continue')}</Button>}
      startsOpen={startsOpen}
      onKeyDown={(event) => {
        if (!onContinue || !isEnterInInput(event)) return;
        event.preventDefault();
        onContinue();
      }}
    >
      <div className={fieldColumns}>
        <CatalogueFields
          rows={table.fields}
          shown={names}
          special={special}
          before={before}
          after={{
            'employment_details.employed_since': <Experience today={today} />,
            ...after,
          }}
          today={today}
          hintValues={{ ...yearsOfBirth, mobile }}
        />
      </div>
    </CollapsibleCard>
  );
}

export const cardId = (id: string) => `section-${id}`;

/** Returns the section of a field, or of a document among the fields. */
const sectionIn = ({ table, documents }: ApplicantStep, name: string): ApplicantSection | undefined =>
  table.fields[documents?.[name] ?? name]?.section;

function countBySection(
  step: ApplicantStep,
  issues: readonly Issue[],
): Partial<Record<ApplicantSection, number>> {
  const counts: Partial<Record<ApplicantSection, number>> = {};
  for (const { field } of issues) {
    const section = sectionIn(step, field);
    if (section && !step.table.fields[field]?.derived) counts[section] = (counts[section] ?? 0) + 1;
  }
  return counts;
}

/** Returns whether Enter was pressed in a text or a date; lists, switches and buttons handle it themselves. */
const isEnterInInput = ({ key, target, defaultPrevented, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !defaultPrevented &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.type !== 'checkbox';

/** The answers of a section in one line, without labels. */
function SectionValues({ id, names }: { id: ApplicantSection; names: readonly string[] }) {
  const intl = useIntl();
  const { fields } = useApplicantStep().table;
  const line = useSelector(useApplicantForm().store, ({ values }) =>
    names
      .filter((name) => fields[name]?.kind !== 'switch')
      .map((name) => valueText(intl, fields[name], getPath(values, name)))
      .filter((text) => text !== null)
      .join(' · '),
  );
  return id === 'emi' ? <ChosenPlan /> : line;
}
