/** The proof of the current address, uploaded if the form asks whether the address is Aadhaar's (decision 81). */
import { useSelector } from '@tanstack/react-form';
import { useSelector as useActorSelector } from '@xstate/react';
import { Suspense, useEffect } from 'react';
import { documentAccess } from '../../../domain/loan/access.ts';
import { addressProofField, needsAddressProof } from '../../../domain/loan/documents.ts';
import type { Loan, LoanDocument } from '../../../domain/values/wire.ts';
import { usePendingUpload } from '../../documents/actor.ts';
import { type ChecklistActor, ChecklistFailed, useChecklist } from '../../documents/checklist.tsx';
import { DocumentRow } from '../../documents/document-row.tsx';
import { DocumentServicesProvider } from '../../documents/services.ts';
import { useDomainFormApi } from '../../form/form-context.ts';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useServices, useLock, useWizard } from '../shared/wizard.tsx';
import { useApplicantStep, useApplicantForm } from './step.ts';
import { t } from '../../i18n/i18n.tsx';

const type = 'current_address_proof';

interface AddressProofProps {
  loan: Loan;
}

/** Shown while the form is open; query mode shows the document if a reviewer asks about it. */
export function AddressProof(props: AddressProofProps) {
  const { loadDocumentServices } = useServices();
  const { mode } = useLock();
  const same_as_aadhaar = useSelector(useApplicantForm().store, ({ values }) =>
    values.personal_details.same_as_aadhaar ? 1 : 0,
  );
  if (mode !== 'open' || !needsAddressProof({ ...props.loan, personal_details: { same_as_aadhaar } }))
    return null;
  return (
    <DocumentServicesProvider value={loadDocumentServices}>
      <Suspense fallback={<ListLoading />}>
        <Proof {...props} />
      </Suspense>
    </DocumentServicesProvider>
  );
}

const ListLoading = () => <Skeleton label={t('document.list.loading')} fields={1} />;

function Proof({ loan }: AddressProofProps) {
  const { onProofKnown } = useApplicantStep();
  const checklist = useChecklist(loan.loan_id);
  const list = useActorSelector(checklist, (snapshot) => snapshot);
  useEffect(() => {
    const report = () => {
      const document = proofIn(checklist);
      if (document) onProofKnown(isUploaded(document));
    };
    report();
    const subscription = checklist.subscribe(report);
    return () => subscription.unsubscribe();
  }, [checklist, onProofKnown]);
  if (list.matches('failed') || list.matches('notFound')) return <ChecklistFailed checklist={checklist} />;
  const document = proofIn(checklist);
  return document ? <ProofRow loan={loan} checklist={checklist} document={document} /> : <ListLoading />;
}

function ProofRow({
  loan,
  checklist,
  document,
}: {
  loan: Loan;
  checklist: ChecklistActor;
  document: LoanDocument;
}) {
  const wizard = useWizard();
  const { failed } = useDomainFormApi();
  const pendingUpload = usePendingUpload(loan.loan_id, type);
  const isMissing = !isUploaded(document) && failed.issues.some(({ field }) => field === addressProofField);
  return (
    <DocumentRow
      document={document}
      access={documentAccess(loan, document)}
      describedBy={isMissing ? `${addressProofField}-error` : undefined}
      below={
        isMissing && (
          <ErrorNote id={`${addressProofField}-error`}>{t('consumer.error.addressProof.required')}</ErrorNote>
        )
      }
      use={{
        loanId: loan.loan_id,
        pendingUpload,
        onAdded: ({ document: added }) => {
          checklist.send({ type: 'document.changed', document: added });
          wizard.send({ type: 'document.added', document: type, loan: null });
        },
      }}
    />
  );
}

/** Returns undefined until the list is read. Its need is that of the saved loan; the typed values decide here. */
function proofIn(checklist: ChecklistActor): LoanDocument | undefined {
  const { loanDocuments } = checklist.getSnapshot().context;
  const content = loanDocuments?.documents.find((one) => one.type === type)?.content ?? null;
  return loanDocuments ? { type, need: 'required', content } : undefined;
}

const isUploaded = ({ content }: LoanDocument): boolean => content !== null && content.scan !== 'refused';
