/** The pieces of src/ui by name, each in all states that a person can meet. */
import { type ComponentType, type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { keepDigits } from '../../domain/clean.ts';
import type { MessageId } from '../../locales/index.ts';
import { Banner } from '../../src/ui/Banner.tsx';
import { BarChart } from '../../src/ui/BarChart.tsx';
import { Actions, Button } from '../../src/ui/Button.tsx';
import { ButtonLink } from '../../src/ui/ButtonLink.tsx';
import { Checkbox, Switch } from '../../src/ui/Checkbox.tsx';
import { CollapsibleCard } from '../../src/ui/CollapsibleCard.tsx';
import { Combobox } from '../../src/ui/Combobox.tsx';
import { DateInput } from '../../src/ui/DateInput.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { Disclosure } from '../../src/ui/Disclosure.tsx';
import { ErrorSummary } from '../../src/ui/ErrorSummary.tsx';
import { Facts } from '../../src/ui/Facts.tsx';
import { FormActions } from '../../src/ui/FormActions.tsx';
import { InlineForm } from '../../src/ui/InlineForm.tsx';
import { LoadingOverlay } from '../../src/ui/LoadingOverlay.tsx';
import { MessageList } from '../../src/ui/MessageList.tsx';
import { ModalForm } from '../../src/ui/ModalForm.tsx';
import { Money } from '../../src/ui/Money.tsx';
import { Badge } from '../../src/ui/Page.tsx';
import { Pagination } from '../../src/ui/Pagination.tsx';
import { Paise } from '../../src/ui/Paise.tsx';
import { PaymentBars } from '../../src/ui/PaymentBars.tsx';
import { ProgressBar, ProgressLine } from '../../src/ui/ProgressBar.tsx';
import { QrCode } from '../../src/ui/QrCode.tsx';
import { RadioRows } from '../../src/ui/RadioRows.tsx';
import { type SaveState, SaveStatus } from '../../src/ui/SaveStatus.tsx';
import { SearchInput } from '../../src/ui/SearchInput.tsx';
import { Select } from '../../src/ui/Select.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { Stepper } from '../../src/ui/Stepper.tsx';
import { Table } from '../../src/ui/Table.tsx';
import { TenureCard } from '../../src/ui/TenureCard.tsx';
import { TextArea } from '../../src/ui/TextArea.tsx';
import { TextInput } from '../../src/ui/TextInput.tsx';
import { Toast } from '../../src/ui/Toast.tsx';

const ignore = () => undefined;
const Words = ({ id }: { id: MessageId }) => <FormattedMessage id={id} />;
const words = (id: MessageId) => <Words id={id} />;

/** A control once for each state of its shell. */
function FieldStates({ children }: { children: (state: FieldState, id: string) => ReactNode }) {
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
function Held<Value>({
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
function Over({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

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
        <Held key={name} first="">
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
        </Held>
      )}
    </FieldStates>
  );
}

function Buttons() {
  return (['primary', 'secondary', 'quiet', 'danger'] as const).map((kind) => (
    <Actions key={kind}>
      <Button kind={kind}>{words('create.submit')}</Button>
      <Button kind={kind} busy>
        {words('create.submit')}
      </Button>
      <Button kind={kind} disabled>
        {words('create.submit')}
      </Button>
      <Button kind={kind} unavailable>
        {words('create.submit')}
      </Button>
      <ButtonLink kind={kind} href="#root">
        {words('create.submit')}
      </ButtonLink>
    </Actions>
  ));
}

function TextStates() {
  return (
    <FieldStates>
      {(state, name) => (
        <Held key={name} first="">
          {(value, set) => (
            <>
              <TextInput id={`text-${name}`} {...state} value={value} onValue={set} />
              <TextInput id={`phone-${name}`} {...state} value={value} onValue={set} prefix="+91" size="m" />
              <TextArea id={`area-${name}`} {...state} value={value} onValue={set} />
            </>
          )}
        </Held>
      )}
    </FieldStates>
  );
}

const cities = ['Chennai', 'Coimbatore', 'Madurai'].map((label) => ({ value: label, label }));

function ChoiceStates() {
  return (
    <FieldStates>
      {(state, name) => (
        <Held key={name} first="">
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
        </Held>
      )}
    </FieldStates>
  );
}

function Plans() {
  return (
    <Held first="6">
      {(value, set) => (
        <RadioRows legend={words('create.steps')}>
          {['3', '6', '9'].map((months, index) => (
            <TenureCard
              key={months}
              name="tenure"
              value={months}
              checked={value === months}
              onChoose={() => set(months)}
              unavailable={months === '9' && words('app.options.none')}
              title={months}
              monthly={60_000 / Number(months)}
              monthlyLabel={words('create.step.student.time')}
              cost={<Money rupees={1200 * index} />}
              costShare={index / 2}
            >
              <PaymentBars payments={Array.from({ length: Number(months) }, () => 60_000 / Number(months))} />
            </TenureCard>
          ))}
        </RadioRows>
      )}
    </Held>
  );
}

const saveStates: readonly SaveState[] = ['none', 'saving', 'saved', 'kept', 'refused'];

/** By the name of what is shown. */
export const pieces: Readonly<Record<string, ComponentType>> = {
  Button: Buttons,
  'TextInput and TextArea': TextStates,
  DateInput: DateStates,
  'Select, Combobox, Checkbox and Switch': ChoiceStates,
  SearchInput: () => (
    <Held first="">
      {(value, set) => (
        <SearchInput
          id="search"
          label={words('create.name.label')}
          value={value}
          onValue={set}
          maxLength={50}
        />
      )}
    </Held>
  ),
  'TenureCard and PaymentBars': Plans,
  'Money and Paise': () => (
    <p>
      <Money rupees={125_000} /> <Money rupees={125_000} large /> <Paise paise={12_500_050} />
    </p>
  ),
  Badge: () => <Badge>{words('app.testLoan')}</Badge>,
  Banner: () => (
    <>
      <Banner kind="offline" title={words('app.offline.title')}>
        {words('app.offline.help')}
      </Banner>
      <Banner kind="notice" title={words('app.notFound.title')} />
    </>
  ),
  ErrorSummary: () => (
    <ErrorSummary
      attempt={0}
      title={words('create.form')}
      items={[
        { id: 'text-wrong', message: words('create.error.name.required') },
        { id: 'text-empty', message: words('create.error.phone.invalid') },
      ]}
    />
  ),
  SaveStatus: () =>
    saveStates.map((state) => (
      <SaveStatus key={state} state={state}>
        {words('app.draft.saved')}
      </SaveStatus>
    )),
  Stepper: () => (
    <Stepper
      label="Steps"
      steps={[
        { id: 'student', name: words('app.title.students'), state: 'done', onOpen: ignore },
        { id: 'applicant', name: words('app.title.applicant'), state: 'current', queried: true },
        { id: 'status', name: words('app.title.success'), state: 'todo' },
      ]}
    />
  ),
  Facts: () => (
    <Facts
      facts={[
        { id: 'name', name: words('create.name.label'), value: 'Meena Raman' },
        { id: 'fee', name: words('create.phone.label'), value: <Money rupees={48_000} />, strong: true },
      ]}
    />
  ),
  Table: () => (
    <Table
      caption={words('create.form')}
      columns={[
        { id: 'name', header: words('create.name.label'), cell: (row: string) => row },
        {
          id: 'amount',
          header: words('create.phone.label'),
          cell: () => <Money rupees={48_000} />,
          numeric: true,
        },
      ]}
      rows={['Meena', 'Ravi']}
      rowKey={(row) => row}
      serial={{ header: '#', first: 1 }}
    />
  ),
  Pagination: () => (
    <Held first={2}>
      {(page, set) => (
        <Pagination
          label="Pages"
          page={page}
          pages={3}
          position={`${page} / 3`}
          previous="‹"
          next="›"
          onPage={set}
        />
      )}
    </Held>
  ),
  MessageList: () => (
    <MessageList
      messages={[
        {
          id: '1',
          author: 'Meena Raman',
          at: '2026-06-01T09:00:00Z',
          time: '14:30',
          text: 'When is the fee paid?',
          isAnswer: false,
        },
        {
          id: '2',
          author: 'Feepath',
          at: '2026-06-01T10:00:00Z',
          time: '15:30',
          text: 'Tomorrow.',
          isAnswer: true,
        },
      ]}
    />
  ),
  BarChart: () => (
    <BarChart
      summary="Applications by week"
      tableTitle={words('create.steps')}
      periodHeader={words('app.date.month')}
      countHeader="#"
      bars={[4, 7, 1, 9].map((count, index) => ({ key: String(index), label: String(index + 1), count }))}
    />
  ),
  'ProgressBar and ProgressLine': () => (
    <>
      <ProgressBar
        label={words('app.draft.saving')}
        percent={40}
        cancel={<Button kind="quiet">{words('student.cancel')}</Button>}
      />
      <ProgressBar label={words('app.draft.saving')} />
      <ProgressLine done={2} all={5} />
    </>
  ),
  Skeleton: () => <Skeleton label={words('app.loading')} />,
  QrCode: () => <QrCode text="upi://pay?pa=feepath@example&am=10.00" label="UPI" />,
  Disclosure: () => <Disclosure title={words('create.steps')}>{words('create.atHand')}</Disclosure>,
  CollapsibleCard: () => (
    <CollapsibleCard
      id="collapsible"
      title={words('app.title.students')}
      summary={words('create.atHand')}
      startsOpen={false}
    >
      {words('create.name.hint')}
    </CollapsibleCard>
  ),
  'InlineForm and FormActions': () => (
    <Held first={false}>
      {(isOpen, set) => (
        <InlineForm
          isOpen={isOpen}
          onOpen={() => set(true)}
          open={words('create.submit')}
          view={words('create.atHand')}
        >
          <FormActions
            cancel={words('student.cancel')}
            submit={words('create.submit')}
            onCancel={() => set(false)}
          />
        </InlineForm>
      )}
    </Held>
  ),
  'Dialog, ModalForm, LoadingOverlay and Toast': () => (
    <Actions>
      <Over name="Dialog">
        {(close) => (
          <Dialog
            title={words('student.add.title')}
            onCancel={close}
            close="Close"
            actions={<Button onPress={close}>{words('common.ok')}</Button>}
          >
            {words('student.add.text')}
          </Dialog>
        )}
      </Over>
      <Over name="ModalForm">
        {(close) => (
          <ModalForm
            mode="add"
            titles={{ add: words('student.add.title'), edit: words('create.submit') }}
            onCancel={close}
            close="Close"
          >
            <FormActions cancel={words('student.cancel')} submit={words('create.submit')} onCancel={close} />
          </ModalForm>
        )}
      </Over>
      <Over name="LoadingOverlay, two seconds">
        {(close) => (
          <>
            <LoadingOverlay announce={words('app.loading')} />
            <Toast forMs={2000} onDone={close}>
              {words('app.loading')}
            </Toast>
          </>
        )}
      </Over>
      <Over name="Toast">
        {(close) => (
          <Toast forMs={5000} onDone={close}>
            {words('app.draft.saved')}
          </Toast>
        )}
      </Over>
    </Actions>
  ),
};
