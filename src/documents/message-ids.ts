/** The message ids of documents, their reasons and their errors. */
import type { AddressProof, DocumentReason, DocumentType } from '../../domain/values/wire.ts';
import type { MessageId } from '../../locales/index.ts';
import type { StoreFault, InvalidFileReason } from '../../machines/document.ts';

/** The help texts by document type. The names are `documentLabels` of the catalogue of fields. */
export const helpMessages = {
  fee_receipt: 'document.type.fee_receipt.help',
  aadhaar_front: 'document.type.aadhaar_front.help',
  aadhaar_back: 'document.type.aadhaar_back.help',
  pan_photo: 'document.type.pan_photo.help',
  passport_photo: 'document.type.passport_photo.help',
  current_address_proof: 'document.type.current_address_proof.help',
  cancelled_cheque: 'document.type.cancelled_cheque.help',
  pay_slip_last_month: 'document.type.pay_slip_last_month.help',
  pay_slip_month_before: 'document.type.pay_slip_month_before.help',
  bank_statement_3_months: 'document.type.bank_statement_3_months.help',
  business_bank_statement_6_months: 'document.type.business_bank_statement_6_months.help',
  personal_bank_statement_2_months: 'document.type.personal_bank_statement_2_months.help',
  itr_latest_year: 'document.type.itr_latest_year.help',
  financials_latest_year: 'document.type.financials_latest_year.help',
  fee_demand_letter: 'document.type.fee_demand_letter.help',
} as const satisfies Record<DocumentType, MessageId>;

export const reasonMessages = {
  identity: ['document.reason.identity', 'document.reason.identity.why'],
  address_proof: ['document.reason.address_proof', 'document.reason.address_proof.why'],
  bank_account: ['document.reason.bank_account', 'document.reason.bank_account.why'],
  income: ['document.reason.income', 'document.reason.income.why'],
  fees: ['document.reason.fees', 'document.reason.fees.why'],
} as const satisfies Record<DocumentReason, [name: MessageId, why: MessageId]>;

export const proofMessages = {
  voter_id: 'document.proof.voter_id',
  passport: 'document.proof.passport',
  driving_license: 'document.proof.driving_license',
  gas_bill: 'document.proof.gas_bill',
  electricity_bill: 'document.proof.electricity_bill',
  hr_letter: 'document.proof.hr_letter',
} as const satisfies Record<AddressProof, MessageId>;

/** The server's wording is used for the same errors. */
export const invalidFileMessages = {
  empty: 'document.error.empty',
  tooLarge: 'document.error.tooLarge',
  wrongType: 'document.error.type',
  heic: 'document.error.heic',
  unreadable: 'document.error.unreadable',
  locked: 'document.error.locked',
} as const satisfies Record<InvalidFileReason, MessageId>;

/** The messages of faults in section 8's words, with the next step. */
export const faultMessages = {
  noCredentials: ['document.fault.noCredentials', 'document.fault.noCredentials.help'],
  noProvider: ['document.fault.noProvider', 'document.fault.noProvider.help'],
  refused: ['document.fault.refused', 'document.fault.refused.help'],
  missing: ['document.error.missing', 'document.fault.lost.help'],
} as const satisfies Record<StoreFault, [what: MessageId, help: MessageId]>;
