/** The form of Applicant Details, from its first input to Submit. */
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { type ApplicantValues, applicantForm, applicantToWire } from '../../../domain/applicant.ts';
import type { Facts } from '../../../domain/check.ts';
import type { EmiOption, FieldError, Loan } from '../../../domain/wire.ts';
import { type Checker, formChecker } from '../../form/checker.ts';
import { DomainForm } from '../../form/DomainForm.tsx';
import { useFullForm } from '../../form/full-form.ts';
import { useFieldLock } from '../../form/lock.ts';
import { useServices } from '../services.ts';
import { useWizard, useWizardState } from '../wizard.tsx';
import { BankSection } from './bank.tsx';
import { Declarations, nothingDeclared, SubmitBar } from './declarations.tsx';
import { EmiSection, PlanOverlay } from './emi.tsx';
import { EmploymentSections } from './employment.tsx';
import { InputsProvider } from './inputs.tsx';
import { StatusLayer } from './overlays.ts';
import { PersonSection } from './person.tsx';
import { withOfferedPlan } from './plan.ts';
import { ResidenceSections } from './residence.tsx';

export interface ApplicantFormProps {
  loan: Loan;
  /** What the inputs hold at first; later ones are not looked at. */
  initial: ApplicantValues;
  /** False while nothing can be changed: there is then nothing to declare and nothing to submit. */
  isOpen: boolean;
  /** Says where what was typed is kept. */
  mark: ReactNode;
  onChange: (values: ApplicantValues) => void;
}

export function ApplicantForm({ loan, initial, isOpen, mark, onChange }: ApplicantFormProps) {
  const wizard = useWizard();
  const options = useWizardState((now) => now.context.options);
  const busy = useWizardState((now) => now.hasTag('busy'));
  const [defaultValues] = useState(initial);
  const [declared, setDeclared] = useState(nothingDeclared);
  const mobile = loan.personal_details.mobile;
  const today = useServices().today();
  const facts = useMemo<Facts>(() => ({ today, applicantMobile: mobile }), [today, mobile]);
  const checker = useMemo(
    () => offeredPlansOnly(formChecker(applicantForm, facts), options),
    [facts, options],
  );
  const lockOf = useFieldLock();

  const submit = (values: ApplicantValues) => {
    const fields = Object.entries(applicantToWire(withOfferedPlan(values, options)));
    const open = fields.filter(([name]) => lockOf(name).access !== 'locked');
    const application = { ...Object.fromEntries(open), customerConsent: true as const };
    wizard.send({ type: 'application.submitted', application });
  };

  const { form, tools } = useFullForm({ defaultValues, checker, onValid: submit, onChange });
  const refuse = (errors: readonly FieldError[]) => {
    const here = errors.filter(({ field }) => isOnPage(field));
    if (here.length > 0) tools.refuse(here);
  };
  return (
    <InputsProvider value={form}>
      <DomainForm tools={tools}>
        <PersonSection mobile={mobile} />
        <BankSection />
        <EmiSection />
        <ResidenceSections />
        <EmploymentSections facts={facts} />
        {isOpen && <Declarations declared={declared} onDeclare={setDeclared} />}
        <SubmitBar
          declared={isOpen ? declared : null}
          busy={busy}
          mark={mark}
          onPrevious={() => wizard.send({ type: 'previous.requested' })}
        />
      </DomainForm>
      <Suspense>
        <PlanOverlay />
        <StatusLayer isOnPage={isOnPage} onRefused={refuse} />
      </Suspense>
    </InputsProvider>
  );
}

const isOnPage = (field: string) => field in applicantForm.fields;

/** The rules, for which a plan that is no longer offered is not chosen (decision 13a). */
const offeredPlansOnly = (checker: Checker, options: readonly EmiOption[] | null): Checker => ({
  ...checker,
  check: (name, values) => checker.check(name, withOfferedPlan(values as ApplicantValues, options)),
  checkAll: (values, only) => checker.checkAll(withOfferedPlan(values as ApplicantValues, options), only),
});
