/** Several lines of text, validated by the field's rule. */
import { TextArea, type TextAreaProps } from '../ui/text-area.tsx';
import { type BoundFieldProps, useFieldBinding } from './field-binding.tsx';

export type TextAreaFieldProps = BoundFieldProps & Pick<TextAreaProps, 'rows' | 'maxLength'>;

export function TextAreaField({ rows, maxLength, ...props }: TextAreaFieldProps) {
  const { value, change, fieldProps, onLeave } = useFieldBinding<string>(props);
  return (
    <TextArea
      {...fieldProps}
      {...(rows !== undefined && { rows })}
      {...(maxLength !== undefined && { maxLength })}
      value={value}
      onValue={change}
      onBlur={onLeave}
    />
  );
}
