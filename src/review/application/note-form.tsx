/** A note for colleagues, written beside the timeline. Typed text stays in the tab until it is stored. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { noteFields, noteForm } from '../../../domain/forms/note.ts';
import { limits } from '../../../domain/values/limits.ts';
import { newUuid } from '../../../domain/values/uuid.ts';
import { reviewerOf } from '../../../machines/session.ts';
import { useMutation } from '../../data/mutation.ts';
import { DomainForm, FormField, useDomainForm, formChecker } from '../../form/domain-form.tsx';
import { TextAreaField } from '../../form/more-fields.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Button, FormActions } from '../../ui/button.tsx';
import { focusField } from '../../ui/error-summary.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { Toast } from '../../ui/toast.tsx';
import { useServices } from '../services.ts';
import { useApplication, useDesk } from './actor.tsx';

// The rules of a note do not depend on the day.
const checker = formChecker(noteForm, { today: '' });

const openButtonId = 'note-open';

/** Shows the button that opens the form, or the form, and the result of the note. */
export function Notes() {
  const desk = useDesk();
  const stored = useStoredNote();
  const [isOpen, setOpen] = useState(stored.read() !== '');
  const [isAdded, setAdded] = useState(false);
  /** True once the reviewer has opened or closed the form; the focus moves only then. */
  const movesFocus = useRef(false);
  useEffect(() => {
    if (movesFocus.current) focusField(isOpen ? 'text' : openButtonId);
  }, [isOpen]);
  const show = (open: boolean) => {
    movesFocus.current = true;
    if (!open) stored.write('');
    setOpen(open);
  };
  return (
    <>
      {isOpen ? (
        <NoteForm
          onCancel={() => show(false)}
          onAdded={(text) => {
            // Text that was typed during the request stays.
            if (stored.read() === text) show(false);
            setAdded(true);
            desk.send({ type: 'latest.requested' });
          }}
        />
      ) : (
        <div>
          <Button id={openButtonId} onPress={() => show(true)}>
            {t('review.note.open')}
          </Button>
        </div>
      )}
      {isAdded && (
        <Toast forMs={limits.toastMs} onDone={() => setAdded(false)}>
          {t('review.note.added')}
        </Toast>
      )}
    </>
  );
}

interface NoteFormProps {
  onCancel: () => void;
  onAdded: (text: string) => void;
}

function NoteForm({ onCancel, onAdded }: NoteFormProps) {
  const intl = useIntl();
  const { call } = useServices();
  const { loan_id } = useApplication().loan;
  const stored = useStoredNote();
  const [defaultValues] = useState(() => ({ text: stored.read() }));
  const { isPending, error, mutate } = useMutation({
    mutationFn: ({ text }: { text: string }, signal) =>
      call('addNote', { path: { id: loan_id }, body: { note_id: stored.idOf(text), text } }, { signal }),
    onSuccess: (_, { text }) => onAdded(text),
  });
  const { formApi } = useDomainForm({
    defaultValues,
    checker,
    onValid: mutate,
    onChange: ({ text }) => stored.write(text),
  });
  const append = (text: string) => {
    formApi.form.setFieldValue('text', `${stored.read()}\n${text}`.trim());
    formApi.notifyChange('text');
  };
  return (
    <DomainForm formApi={formApi} focusesFirstIssue>
      <FormField
        name="text"
        row={noteFields.text}
        as={TextAreaField}
        rows={3}
        maxLength={limits.noteMaxLength}
      />
      <div>
        <Button kind="quiet" onPress={() => append(intl.formatMessage({ id: 'review.note.nothingToAsk' }))}>
          {t('review.note.nothingToAsk')}
        </Button>
      </div>
      {error && <ErrorNote role="alert">{t('review.form.failed')}</ErrorNote>}
      <FormActions
        cancel={t('review.form.cancel')}
        onCancel={onCancel}
        submit={t('review.form.save')}
        busy={isPending}
      />
    </DomainForm>
  );
}

/** Keeps what was typed and not stored, of this reviewer and application, for as long as the tab is open. */
function useStoredNote() {
  const { session, tab } = useServices();
  const reviewer = useSelector(session, (now) => reviewerOf(now)?.id ?? '');
  const name = `note.${reviewer}.${useApplication().loan.loan_id}`;
  return {
    read: (): string => {
      const text = tab.read(name);
      return typeof text === 'string' ? text : '';
    },
    write: (text: string) => (text === '' ? tab.remove(name) : tab.write(name, text)),
    /** Returns the id of the text: the same text sent again, also after a reload, is the same note. */
    idOf: (text: string): string => {
      const sent = tab.read(`${name}.sent`);
      const [id = ''] = typeof sent === 'string' && sent.slice(37) === text ? sent.split(' ') : [newUuid()];
      tab.write(`${name}.sent`, `${id} ${text}`);
      return id;
    },
  };
}
