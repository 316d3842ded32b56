/** What a field may hold, below it: one press takes it. */
import './suggestions.css';

export interface SuggestionsProps {
  /** The id of the field's control, which has the focus afterwards, and whose label is theirs. */
  fieldId: string;
  items: readonly { value: string; text: string }[];
  onChoose: (value: string) => void;
}

export function Suggestions({ fieldId, items, onChoose }: SuggestionsProps) {
  if (items.length === 0) return null;
  return (
    <div className="suggestions" role="group" aria-labelledby={`${fieldId}-label`}>
      {items.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          className="suggestion"
          // The keyboard of a phone stays open.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onChoose(value);
            document.getElementById(fieldId)?.focus();
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
