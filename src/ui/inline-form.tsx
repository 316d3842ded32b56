/** A form in the place of what it changes: a button opens it, and it closes once it was saved or cancelled. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

export interface InlineFormProps {
  isOpen: boolean;
  onOpen: () => void;
  /** The label of the button that opens the form. */
  open: ReactNode;
  /** The content above the button that opens the form. */
  view?: ReactNode;
  /** The form; its buttons are `FormActions`. */
  children: ReactNode;
}

/** Moves the focus to the form's first control when the form opens, and back to the button when it closes. */
export function InlineForm({ isOpen, onOpen, open, view, children }: InlineFormProps) {
  const region = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const control = isOpen
      ? region.current?.querySelector<HTMLElement>('input, select, textarea')
      : opener.current?.querySelector('button');
    control?.focus();
  }, [isOpen]);
  return (
    <div className="stack" ref={region}>
      {isOpen ? (
        children
      ) : (
        <>
          {view}
          <div ref={opener}>
            <Button onPress={onOpen}>{open}</Button>
          </div>
        </>
      )}
    </div>
  );
}
