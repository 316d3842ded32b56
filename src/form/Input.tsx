/** One question of a long form, so that a screen only names what it asks. */
import type { ComponentType, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import type { BoundProps } from './bound.tsx';
import { useTools } from './tools.ts';

export type InputProps<Name extends string, Props> = Omit<Props, 'label' | 'hint'> & {
  /** The bound field to ask with. */
  as: ComponentType<Props>;
  name: Name;
  label: MessageId;
  hint?: MessageId;
  hintValues?: Record<string, string>;
  /** Hear of every change, and of the leaving. */
  listeners?: { onChange?: (change: { value: string }) => void; onBlur?: () => void };
};

/** The question in a form that has the fields of `Name` alone. */
export type InputOf<Name extends string> = <Props extends BoundProps>(
  asked: InputProps<Name, Props>,
) => ReactNode;

type AppField = ComponentType<{ name: string; listeners: unknown; children: () => ReactNode }>;

export function Input<Props extends BoundProps>(asked: InputProps<string, Props>) {
  const { as: Field, name, label, hint, hintValues, listeners, ...look } = asked;
  // A form of `useAppForm`, as every form with these tools is.
  const { AppField } = useTools().form as unknown as { AppField: AppField };
  const words = {
    label: <FormattedMessage id={label} />,
    hint: hint && <FormattedMessage id={hint} {...(hintValues && { values: hintValues })} />,
  };
  return (
    <AppField name={name} listeners={listeners}>
      {() => <Field {...({ ...look, ...words } as unknown as Props)} />}
    </AppField>
  );
}
