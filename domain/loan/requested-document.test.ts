import { expect, it } from 'vitest';
import { needOf, takesPassword } from './documents.ts';
import { bankStatementFor } from './requested-document.ts';

it.each(['Salaried', 'Self Employed'] as const)(
  'requests from a %s applicant a bank statement that the list of documents requires',
  (employment_type) => {
    const loan = {
      employment_details: { employment_type },
      personal_details: { same_as_aadhaar: 1 as const },
      el_details: { receipt_upload: false },
    };
    const type = bankStatementFor(loan);
    expect([needOf(type, loan), takesPassword(type)]).toEqual(['required', true]);
  },
);

it('treats an unknown employment as salaried', () => {
  expect(bankStatementFor({ employment_details: { employment_type: null } })).toBe('bank_statement_3_months');
});
