import type { ComponentProps } from 'react';
import { FormattedMessage } from 'react-intl';

type Message = ComponentProps<typeof FormattedMessage>;

/** Shows a message in the reader's language: `t('app.tryAgain')`. Where a string is needed, `useIntl` gives it. */
export function t(id: NonNullable<Message['id']>, values: NonNullable<Message['values']> = {}) {
  return <FormattedMessage id={id} values={values} />;
}
