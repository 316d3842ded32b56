/** An input of whole rupees. */
import { type ClipboardEvent, type InputEvent, useState } from 'react';
import { cleanAmount, pastedAmount, splitAmount } from '../../domain/forms/schemas.ts';
import { formatRupees } from '../ui/money.tsx';
import { TextInput, type TextInputProps } from '../ui/text-input.tsx';
import { t } from '../i18n/i18n.tsx';

/**
 * Shows the grouped amount beside the input from four digits on. A hint says that paise are not stored, a notice names
 * typed letters that were left out. Currency and grouping are removed from a pasted amount; nothing else is ever
 * removed from between digits.
 */
export function AmountInput(props: TextInputProps) {
  const { value, onValue, locked, notice } = props;
  const [letters, setLetters] = useState('');
  const { rupees = '', paise } = splitAmount(value) ?? {};
  const change = (text: string) => {
    if (text === '') setLetters('');
    onValue(text);
  };
  const leaveOut = (event: InputEvent<HTMLInputElement>) => {
    if (locked || !isLeftOut(event.data, value, letters)) return;
    event.preventDefault();
    setLetters(letters + event.data);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value: before, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData('text');
    const text = before.slice(0, selectionStart ?? 0) + pasted + before.slice(selectionEnd ?? 0);
    const amount = pastedAmount(text);
    if (locked || amount === text) return;
    event.preventDefault();
    setLetters('');
    onValue(cleanAmount(amount));
  };
  const characters = [...new Set(letters)].join(' ');
  const leftOut = characters && t('app.stripped.digits', { characters });
  return (
    <TextInput
      {...props}
      value={value}
      onValue={change}
      clean={cleanAmount}
      hint={paise === undefined ? props.hint : t('app.amount.whole')}
      notice={leftOut || (notice ?? null)}
      onBeforeInput={leaveOut}
      onPaste={paste}
      inputMode="numeric"
      autoComplete="off"
      enterKeyHint="next"
      prefix="₹"
      suffix={rupees.length >= 4 && <span aria-hidden="true">{formatRupees(Number(rupees))}</span>}
    />
  );
}

/** Returns whether the input is left out: letters, and the point of a typed 'Rs.', which is no decimal point. */
const isLeftOut = (typed: string, before: string, letters: string): boolean =>
  /^[\p{L}\p{M}]+$/u.test(typed) || (typed === '.' && before.trim() === '' && letters !== '');
