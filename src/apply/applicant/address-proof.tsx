/** The proof of the current address, uploaded if the form asks whether the address is Aadhaar's (decision 81). */
import { useSelector } from '@tanstack/react-form';
import { Suspense, useEffect } from 'react';
import { documentAccess } from '../../../domain/loan/access.ts';
import { addressProofField, needsAddressProof } from '../../../domain/loan/documents.ts';
import type { Loan, LoanDocument } from '../../../domain/values/wire.ts';
import { usePendingUpload } from '../../documents/actor.ts';
import { type ChecklistActor, ListedDocuments } from '../../documents/checklist.tsx';
import { DocumentRow } from '../../documents/document-row.tsx';
import { DocumentServicesProvider } from '../../documents/services.ts';
import { useDomainFormApi } from '../../form/form-context.ts';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useServices, useLock, useWizard } from '../shared/wizard.tsx';
import { useApplicantStep, useApplicantForm } from './step.ts';
import { t } from '../../i18n/i18n.tsx';

const type = 'current_address_proof';

/** Shown while the form is open; query mode shows the document if a reviewer asks about it. */
export function AddressProof({ loan }: { loan: Loan }) {
  const { loadDocumentServices } = useServices();
  const { mode } = useLock();
  const same_as_aadhaar = useSelector(useApplicantForm().store, ({ values }) =>
    values.personal_details.same_as_aadhaar ? 1 : 0,
  );
  if (mode !== 'open' || !needsAddressProof({ ...loan, personal_details: { same_as_aadhaar } })) return null;
  return (
    <DocumentServicesProvider value={loadDocumentServices}>
      <Suspense fallback={<Skeleton label={t('document.list.loading')} fields={1} />}>
        <ListedDocuments loanId={loan.loan_id} count={1}>
          {(documents, checklist) => (
            <ProofRow
              loan={loan}
              checklist={checklist}
              content={documents.find((one) => one.type === type)?.content ?? null}
            />
          )}
        </ListedDocuments>
      </Suspense>
    </DocumentServicesProvider>
  );
}

interface ProofRowProps {
  loan: Loan;
  checklist: ChecklistActor;
  content: LoanDocument['content'];
}

function ProofRow({ loan, checklist, content }: ProofRowProps) {
  const wizard = useWizard();
  const { onProofKnown } = useApplicantStep();
  const { failed } = useDomainFormApi();
  const pendingUpload = usePendingUpload(loan.loan_id, type);
  // The document's need in the list is that of the saved loan; the typed values decide here.
  const document: LoanDocument = { type, need: 'required', content };
  const isUploaded = content !== null && content.scan !== 'refused';
  useEffect(() => onProofKnown(isUploaded), [onProofKnown, isUploaded]);
  const isMissing = !isUploaded && failed.issues.some(({ field }) => field === addressProofField);
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
