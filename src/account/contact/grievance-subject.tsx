/** The loan and the lender that a complaint is about. Neither is asked for where it cannot be read. */
import { grievanceFields } from '../../../domain/forms/contact.ts';
import { FormField } from '../../form/form-field.tsx';
import { SelectField } from '../../form/more-fields.tsx';
import { useApiQuery } from '../../data/query.ts';
import { useGrievanceRedressal } from '../grievance/redressal.ts';
import { useServices } from '../services.ts';

const mostLoans = 50;

export function LoanField() {
  const { call } = useServices();
  const { data } = useApiQuery(call, 'listMyLoans', { query: { page_length: mostLoans } });
  if (!data || data.loans.length === 0) return null;
  const options = data.loans.map(({ loan_id: value, loan_number: number, institution_name: name }) => ({
    value,
    label: name === null ? number : `${number}, ${name}`,
  }));
  return <FormField name="loan_id" row={grievanceFields.loan_id} as={SelectField} options={options} />;
}

export function LenderField() {
  const { data } = useGrievanceRedressal();
  if (!data || data.lenders.length === 0) return null;
  const options = data.lenders.map(({ lender_id: id, name: label }) => ({ value: String(id), label }));
  return <FormField name="lender_id" row={grievanceFields.lender_id} as={SelectField} options={options} />;
}
