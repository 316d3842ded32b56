/** A searchable dropdown: a filter box over a list. Downshift comes with it, so nothing of the first screen imports it. */
import { useCombobox } from 'downshift';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldShellProps, FieldShell, splitFieldProps } from './field-shell.tsx';
import { CheckIcon, ChevronIcon, CloseIcon } from './icons.tsx';
import { optionForText, optionsFor } from './matching.ts';
import type { Option } from './select.tsx';
import './combobox.css';

export type ComboboxProps = FieldShellProps & {
  items: readonly Option[];
  selected: Option | null;
  onSelect: (option: Option | null) => void;
  onBlur?: (() => void) | undefined;
  /** True if a typed text that is no option can be chosen. */
  allowCustomValue?: boolean | undefined;
  /** Shown after the items for any typed text, and chosen by pointer and arrows alone. */
  lastItem?: Option | undefined;
  /** Called with the typed text; `items` are then the results. Without it, items are filtered here. */
  onQuery?: ((text: string) => void) | undefined;
  loading?: boolean | undefined;
  labels: { empty: ReactNode; loading: ReactNode; open: string; clear: string };
  /** The menu's size in CSS pixels, and the number of options by which PageUp and PageDown move. */
  menu: { maxHeight: number; minHeight: number; pageSize: number };
};

const {
  InputBlur,
  InputChange,
  InputKeyDownEnter,
  InputKeyDownEscape,
  InputKeyDownPageDown,
  InputKeyDownPageUp,
} = useCombobox.stateChangeTypes;

type Values = Omit<ComboboxProps, keyof FieldShellProps>;

/**
 * Searches as the person types. On blur the input shows the chosen option again, unless the text is the label of an
 * option, which chooses it, or empty, which clears the choice.
 */
export function Combobox(props: ComboboxProps) {
  const [fieldProps, values] = splitFieldProps(props);
  const { onBlur, onQuery, labels } = values;
  const { combo, shown, listed, status } = useSearchableOptions(fieldProps.id, values);
  const { isOpen, highlightedIndex } = combo;
  const locked = Boolean(fieldProps.locked);
  const clear = () => {
    combo.selectItem(null);
    onQuery?.('');
    document.getElementById(fieldProps.id)?.focus();
    combo.openMenu();
  };
  return (
    <FieldShell fieldProps={fieldProps}>
      {(aria) => (
        <div className="combobox">
          <input
            {...combo.getInputProps({
              // Blur may choose an option, so validate only after that.
              onBlur: onBlur && (() => setTimeout(onBlur)),
              onKeyDown: (event) => {
                if (locked || (event.key === 'Escape' && !isOpen)) leaveToBrowser(event);
              },
              // Typing replaces the text of the chosen option, however the input was entered.
              onFocus: (event) => event.currentTarget.select(),
              onClick: (event) => {
                if (locked) leaveToBrowser(event);
                else if (!isOpen) event.currentTarget.select();
              },
            })}
            {...aria}
            role="combobox"
            type="text"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            readOnly={locked}
            aria-required={!fieldProps.optional}
            aria-expanded={listed}
            aria-activedescendant={
              listed && shown[highlightedIndex] ? `${fieldProps.id}-option-${highlightedIndex}` : undefined
            }
          />
          {!locked && combo.inputValue !== '' && (
            <ClearButton fieldId={fieldProps.id} label={labels.clear} onClick={clear} />
          )}
          <button
            type="button"
            {...combo.getToggleButtonProps({ disabled: locked, onMouseDown: keepFocus })}
            className="combobox-toggle"
            aria-label={labels.open}
            aria-expanded={listed}
          >
            <ChevronIcon />
          </button>
          <Popup {...{ values, combo, shown, listed, status }} />
        </div>
      )}
    </FieldShell>
  );
}

type ClearButtonProps = { fieldId: string; label: string; onClick: () => void };

const ClearButton = ({ fieldId, label, onClick }: ClearButtonProps) => (
  <button
    type="button"
    className="combobox-clear"
    tabIndex={-1}
    aria-label={label}
    aria-describedby={`${fieldId}-label`}
    onMouseDown={keepFocus}
    onClick={onClick}
  >
    <CloseIcon />
  </button>
);

type Search = ReturnType<typeof useSearchableOptions>;

function Popup({ values, combo, shown, listed, status }: Search & { values: Values }) {
  const { selected, lastItem, loading, menu } = values;
  const { isOpen, highlightedIndex } = combo;
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const size = { minHeight: menu.minHeight, maxHeight: menu.maxHeight };
  return (
    <div
      className="combobox-popup"
      ref={popup}
      data-open={isOpen || undefined}
      style={isOpen ? size : undefined}
    >
      {isOpen && loading && <div className="combobox-progress" aria-hidden="true" />}
      <ul {...combo.getMenuProps()} className="combobox-menu" hidden={!listed}>
        {listed &&
          shown.map((item, index) => (
            <li
              {...combo.getItemProps({ item, index })}
              key={item.value}
              className="combobox-item"
              data-chosen={item.value === selected?.value || undefined}
              data-last={item === lastItem || undefined}
              data-highlighted={index === highlightedIndex || undefined}
            >
              <span>{item.label}</span>
              {item.value === selected?.value && <CheckIcon />}
            </li>
          ))}
      </ul>
      <p className="combobox-status text-muted" role="status">
        {status}
      </p>
    </div>
  );
}

/** Returns Downshift's state of the dropdown with the shown options, and the text in place of options. */
function useSearchableOptions(fieldId: string, values: Values) {
  const { items, selected, onSelect, allowCustomValue = false, onQuery } = values;
  const { labels, loading = false, menu, lastItem } = values;
  const [typed, setTyped] = useState<string | null>(null);
  const found = typed === null || onQuery ? items : optionsFor(items, typed, allowCustomValue);
  const shown = lastItem ? [...found, lastItem] : [...found];
  const combo = useCombobox<Option>({
    items: shown,
    selectedItem: selected,
    inputId: fieldId,
    labelId: `${fieldId}-label`,
    menuId: `${fieldId}-menu`,
    toggleButtonId: `${fieldId}-open`,
    getItemId: (index) => `${fieldId}-option-${index}`,
    itemToString: (item) => item?.label ?? '',
    // The label is part of the key: an option whose label is loaded later must be shown again.
    itemToKey: (item) => item && `${item.value} ${item.label}`,
    isItemDisabled: (item) => Boolean(item?.disabled),
    defaultHighlightedIndex: found.length > 0 ? 0 : -1,
    stateReducer: (state, { type, changes, props: now }) => {
      const { selectedItem: before, inputValue, highlightedIndex: from } = state;
      const showing = (option: Option | null) => ({ inputValue: option?.label ?? '' });
      switch (type) {
        case InputBlur: {
          const selectedItem = optionForText(items, inputValue, allowCustomValue, before);
          return { ...changes, selectedItem, ...showing(selectedItem) };
        }
        case InputKeyDownEscape:
          return { ...changes, ...showing(before) };
        case InputKeyDownEnter:
          return changes.selectedItem === undefined || from < 0
            ? { ...changes, ...showing(before) }
            : changes;
        case InputKeyDownPageUp:
          return { ...changes, highlightedIndex: moveIndex(from, -menu.pageSize, now.items) };
        case InputKeyDownPageDown:
          return { ...changes, highlightedIndex: moveIndex(from, menu.pageSize, now.items) };
        default:
          return changes;
      }
    },
    onSelectedItemChange: ({ selectedItem }) => onSelect(selectedItem),
    onInputValueChange: ({ type, inputValue }) => {
      if (type !== InputChange) return;
      setTyped(inputValue);
      onQuery?.(inputValue);
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) setTyped(null);
    },
  });
  const inPlace = loading ? labels.loading : found.length === 0 && labels.empty;
  return { combo, shown, listed: combo.isOpen && shown.length > 0, status: combo.isOpen && inPlace };
}

/** Keeps a press from moving the focus. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();

/** Returns the index `by` options further, at most to the ends; disabled options are skipped back towards the start. */
function moveIndex(from: number, by: number, items: readonly Option[]): number {
  const back = by > 0 ? -1 : 1;
  let index = Math.min(Math.max(from + by, 0), items.length - 1);
  while (items[index]?.disabled && index !== from) index += back;
  return index;
}

/** Prevents Downshift's own handling of the event. */
function leaveToBrowser(event: { nativeEvent: Event }) {
  Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
}
