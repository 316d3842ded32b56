/** What the pieces share: words of the catalogue, held values, and the states of a field. */
import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../locales/index.ts';
import { Button } from '../../src/ui/button.tsx';

const Words = ({ id }: { id: MessageId }) => <FormattedMessage id={id} />;
export const words = (id: MessageId) => <Words id={id} />;

/** A control once for each state of its shell. */
export function FieldStates({ children }: { children: (state: FieldState, id: string) => ReactNode }) {
  return Object.entries(fieldStates).map(([name, state]) => children(state, name));
}

type FieldState = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  query?: ReactNode;
  locked?: ReactNode;
  optional?: ReactNode;
};

const fieldStates: Record<string, FieldState> = {
  empty: { label: words('create.name.label'), hint: words('create.name.hint') },
  optional: { label: words('create.name.label'), optional: words('app.field.optional') },
  wrong: { label: words('create.name.label'), error: words('create.error.name.required') },
  queried: { label: words('create.name.label'), query: words('create.name.hint') },
  locked: { label: words('create.name.label'), locked: words('app.field.optional') },
};

/** Holds what is typed. */
export function Controlled<Value>({
  first,
  children,
}: {
  first: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(first);
  return children(value, setValue);
}

/** What lies over the page is shown when it is asked for. */
export function Over({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
