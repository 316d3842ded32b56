/** The pieces of src/ui in which somebody types or chooses. */
import type { ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { keepDigits } from '../../domain/values/clean.ts';
import { Checkbox, Switch } from '../../src/ui/checkbox.tsx';
import { Combobox } from '../../src/ui/combobox.tsx';
import { DateInput } from '../../src/ui/date-input.tsx';
import { RadioGroup } from '../../src/ui/radio-group.tsx';
import { SearchInput } from '../../src/ui/search-input.tsx';
import { Select } from '../../src/ui/select.tsx';
import { Suggestions } from '../../src/ui/suggestions.tsx';
import { TextArea } from '../../src/ui/text-area.tsx';
import { TextInput } from '../../src/ui/text-input.tsx';
import { FieldStates, Controlled, words } from './support.tsx';

function DateStates() {
  const intl = useIntl();
  const labels = {
    day: intl.formatMessage({ id: 'app.date.day' }),
    month: intl.formatMessage({ id: 'app.date.month' }),
    year: intl.formatMessage({ id: 'app.date.year' }),
    calendar: intl.formatMessage({ id: 'app.date.calendar' }),
  };
  return (
    <FieldStates>
      {(state, name) => (
        <Controlled key={name} first="">
          {(value, set) => (
            <DateInput
              id={`date-${name}`}
              {...state}
              value={value}
              onValue={set}
              keepDigits={keepDigits}
              labels={labels}
            />
          )}
        </Controlled>
      )}
    </FieldStates>
  );
}

const suggestions = ['Raman', 'Murugan'].map((text) => ({ value: text, text }));

function TextStates() {
  return (
    <FieldStates>
      {(state, name) => (
        <Controlled key={name} first="">
          {(value, set) => (
            <>
              <TextInput id={`text-${name}`} {...state} value={value} onValue={set} />
              <Suggestions fieldId={`text-${name}`} items={suggestions} onChoose={set} />
              <TextInput id={`phone-${name}`} {...state} value={value} onValue={set} prefix="+91" size="m" />
              <TextArea id={`area-${name}`} {...state} value={value} onValue={set} />
            </>
          )}
        </Controlled>
      )}
    </FieldStates>
  );
}

const cities = ['Chennai', 'Coimbatore', 'Madurai'].map((label) => ({ value: label, label }));

function ChoiceStates() {
  return (
    <FieldStates>
      {(state, name) => (
        <Controlled key={name} first="">
          {(value, set) => (
            <>
              <Select
                id={`select-${name}`}
                {...state}
                prompt="…"
                value={value}
                options={cities}
                onValue={set}
              />
              <RadioGroup id={`radio-${name}`} {...state} value={value} options={cities} onValue={set} />
              <Combobox
                id={`combobox-${name}`}
                {...state}
                items={cities}
                selected={cities.find((city) => city.value === value) ?? null}
                onSelect={(option) => set(option?.value ?? '')}
                labels={{
                  empty: words('app.options.none'),
                  loading: words('app.options.loading'),
                  open: 'Open',
                  clear: 'Clear',
                }}
                menu={{ maxHeight: 240, minHeight: 120, pageSize: 5 }}
              />
              <Checkbox
                id={`checkbox-${name}`}
                {...state}
                checked={value !== ''}
                onChecked={(checked) => set(checked ? 'Chennai' : '')}
              />
              <Switch
                id={`switch-${name}`}
                {...state}
                checked={value !== ''}
                onChecked={(checked) => set(checked ? 'Chennai' : '')}
              />
            </>
          )}
        </Controlled>
      )}
    </FieldStates>
  );
}

export const fieldPieces: Readonly<Record<string, ComponentType>> = {
  'TextInput, Suggestions and TextArea': TextStates,
  DateInput: DateStates,
  'Select, RadioGroup, Combobox, Checkbox and Switch': ChoiceStates,
  SearchInput: () => (
    <Controlled first="">
      {(value, set) => (
        <SearchInput
          id="search"
          label={words('create.name.label')}
          value={value}
          onValue={set}
          maxLength={50}
        />
      )}
    </Controlled>
  ),
};
