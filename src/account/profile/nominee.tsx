/** Manages the nominee, who may exercise the customer's data rights after them: named, changed and removed. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { nomineeForm, nomineeRelations } from '../../../domain/forms/account.ts';
import { trimText } from '../../../domain/forms/create.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { Nominee } from '../../../domain/values/wire.ts';
import {
  useDomainForm,
  DomainForm,
  FormField,
  useServerErrors,
  formChecker,
} from '../../form/domain-form.tsx';
import { PhoneField, TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/more-fields.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { LoadFailed } from '../../data/load-failed.tsx';
import { apiQuery, setQueryData, useQuery } from '../../data/query.tsx';
import { Button, FormActions } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InlineForm } from '../../ui/inline-form.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Toast } from '../../ui/toast.tsx';
import { useServices } from '../services.ts';
import { SubmissionFailure } from '../call-failure.tsx';
import { t } from '../../i18n/i18n.tsx';

export function NomineeCard() {
  const { call } = useServices();
  const query = apiQuery(call, 'readNominee', {});
  const { data: nominee, isError, refetch } = useQuery(query);
  const [isOpen, setOpen] = useState(false);
  const [isToastShown, setToastShown] = useState(false);
  if (isError) return <LoadFailed title="account.nominee.title" onRetry={refetch} />;
  const close = (saved: Nominee | null) => {
    setQueryData(query, saved);
    setOpen(false);
    setToastShown(true);
  };
  return (
    <Card title={t('account.nominee.title')}>
      <p>{t('account.nominee.help')}</p>
      {nominee === undefined ? (
        <Skeleton label={t('app.loading')} fields={1} />
      ) : (
        <InlineForm
          isOpen={isOpen}
          onOpen={() => setOpen(true)}
          open={t(nominee ? 'account.profile.edit' : 'account.nominee.add')}
          view={<NomineeFacts nominee={nominee} />}
        >
          <NomineeForm nominee={nominee} onCancel={() => setOpen(false)} onSaved={close} />
        </InlineForm>
      )}
      {isToastShown && (
        <Toast forMs={limits.toastMs} onDone={() => setToastShown(false)}>
          {t('account.profile.saved')}
        </Toast>
      )}
    </Card>
  );
}

function NomineeFacts({ nominee }: { nominee: Nominee | null }) {
  if (!nominee) return <p className="text-muted">{t('account.nominee.none')}</p>;
  const { name, relation, mobile } = nominee;
  return (
    <Facts
      stacked
      facts={[
        [t('account.name.label'), name],
        [t('account.nominee.relation.label'), t('account.nominee.relation', { relation })],
        [t('account.mobile.label'), `+91 ${mobile}`],
      ]}
    />
  );
}

const fields = {
  name: { label: 'account.name.label', autoCapitalize: 'words', strippedMessage: 'app.stripped.letters' },
  relation: { label: 'account.nominee.relation.label' },
  mobile: { label: 'account.mobile.label', autoComplete: 'off' },
} as const;

interface NomineeFormProps {
  nominee: Nominee | null;
  onCancel: () => void;
  onSaved: (nominee: Nominee | null) => void;
}

function NomineeForm({ nominee, onCancel, onSaved }: NomineeFormProps) {
  const intl = useIntl();
  const { today } = useServices();
  const { isPending: busy, error, mutate } = useApiMutation('saveNominee', onSaved);
  const save = (next: Nominee | null) => mutate({ body: { nominee: next } });
  const [checker] = useState(() => formChecker(nomineeForm, { today: today() }));
  const [values] = useState(() => ({
    name: nominee?.name ?? '',
    relation: nominee?.relation ?? '',
    mobile: nominee?.mobile ?? '',
  }));
  const { formApi } = useDomainForm({
    defaultValues: values,
    checker,
    onValid: ({ name, relation, mobile }) =>
      save({ name: trimText(name), relation: relation as Nominee['relation'], mobile }),
  });
  useServerErrors(formApi, error);
  const options = nomineeRelations.map((relation) => ({
    value: relation,
    label: intl.formatMessage({ id: 'account.nominee.relation' }, { relation }),
  }));
  return (
    <DomainForm formApi={formApi}>
      <SubmissionFailure failure={error} />
      <FormField name="name" row={fields.name} as={TextField} />
      <FormField name="relation" row={fields.relation} as={SelectField} options={options} />
      <FormField name="mobile" row={fields.mobile} as={PhoneField} />
      <FormActions
        cancel={t('account.cancel')}
        onCancel={onCancel}
        submit={t(nominee ? 'account.profile.update' : 'account.nominee.save')}
        busy={busy}
      />
      {nominee && (
        <div>
          <Button kind="quiet" busy={busy} onPress={() => save(null)}>
            {t('account.nominee.remove')}
          </Button>
        </div>
      )}
    </DomainForm>
  );
}
