/** A form field whose label, hint and input attributes come from its row of the catalogue. */
import type { ComponentType, ReactNode } from 'react';
import type { FieldWarning } from '../../domain/forms/fields/row.ts';
import { messageId } from '../../locales/index.ts';
import { t } from '../i18n/text.tsx';
import type { BoundFieldProps } from './field-binding.tsx';
import { useDomainFormApi } from './form-context.ts';

/** The part of a catalogue row that an input uses. */
export interface FieldMessages {
  /** Message ids. */
  label: string;
  hint?: string;
  optional?: true;
  size?: BoundFieldProps['size'];
  autoComplete?: string;
  autoCapitalize?: 'words' | 'none';
  spellCheck?: false;
  strippedMessage?: string;
  warning?: FieldWarning;
}

/** Called at each change, and when the field is left. */
export interface FieldListeners {
  onChange?: (change: { value: string }) => void;
  onBlur?: () => void;
}

export type FormFieldProps<Props> = Omit<Props, keyof BoundFieldProps> & {
  /** The full name of the form's value. */
  name: string;
  row: FieldMessages;
  /** The input. */
  as: ComponentType<Props>;
  /** Replaces the row's hint. */
  hint?: ReactNode;
  /** The arguments of the row's hint. */
  hintValues?: Record<string, string> | undefined;
  notice?: ReactNode;
  listeners?: FieldListeners;
};

type AppField = ComponentType<{
  name: string;
  listeners: FieldListeners | undefined;
  children: () => ReactNode;
}>;

/** Of a row, those that its input gets where they are set. */
const attributes = [
  'autoComplete',
  'autoCapitalize',
  'spellCheck',
  'size',
  'strippedMessage',
  'warning',
] as const satisfies readonly (keyof FieldMessages)[];

export function FormField<Props extends BoundFieldProps>({
  name,
  row,
  as: Input,
  hint,
  hintValues,
  listeners,
  ...props
}: FormFieldProps<Props>) {
  // Every form here comes from `useAppForm`, but TanStack's type knows only the field names of one form.
  const { AppField } = useDomainFormApi().form as unknown as { AppField: AppField };
  const bound = {
    ...Object.fromEntries(attributes.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))),
    optional: row.optional,
    label: t(messageId(row.label)),
    hint: hint || (row.hint && t(messageId(row.hint), hintValues)),
    ...props,
  };
  return (
    <AppField name={name} listeners={listeners}>
      {() => <Input {...(bound as unknown as Props)} />}
    </AppField>
  );
}
