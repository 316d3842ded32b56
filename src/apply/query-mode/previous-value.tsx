/** The value that a query is about, formatted. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { displayedField, rowOf } from '../../../domain/forms/fields/catalogue.ts';
import { loanFieldValue } from '../../../domain/forms/fields/value.ts';
import type { Query } from '../../../domain/values/wire.ts';
import { valueText } from '../../form/value-text.ts';
import { useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/text.tsx';
import { isDocument } from './open-queries.ts';

/** 'Before: ₹51,000'. */
export function PreviousValue({ query }: { query: Query }) {
  const intl = useIntl();
  const loan = useWizardState(({ context }) => context.loan);
  // Read once: an upload now replaces the document that the query is about.
  const [hadDocument] = useState(loan?.fee_receipt != null);
  if (isDocument(query)) return t(hadDocument ? 'app.query.before.document' : 'app.query.before.nothing');
  const name = displayedField(query.field);
  const value = loan && valueText(intl, rowOf(name), loanFieldValue(loan, name), { dateStyle: 'long' });
  if (value === null) return t('app.query.before.nothing');
  return t('app.query.before', { value });
}
