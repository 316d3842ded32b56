/** An institution: its courses with their fees, and what a loan for them costs. It can be linked and shared. */
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { accountParameter, accountPath } from '../../../domain/account-pages.ts';
import type { Course, Institution } from '../../../domain/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { Actions, Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { Calculator } from './calculator.tsx';
import { Courses } from './courses.tsx';
import { type InstitutionDetails, readInstitution } from './read-institution.ts';
import { ShareButton } from './share-button.tsx';
import './detail.css';

export default function InstitutionScreen() {
  const { call } = useServices();
  const { pathname } = useLocation();
  const id = accountParameter('institution', pathname) ?? '';
  const details = useResource<InstitutionDetails | null>(`institution ${id}`, (signal) =>
    readInstitution(call, id, signal),
  );
  if (details.status !== 'loaded')
    return (
      <Frame title="institution.title">
        {details.status === 'failed' ? (
          <ReadFailed onRetry={details.retry} />
        ) : (
          <Skeleton label={<FormattedMessage id="app.loading" />} fields={6} />
        )}
      </Frame>
    );
  return details.value ? <Found {...details.value} /> : <NotFound />;
}

function Found({ institution, courses }: InstitutionDetails) {
  const [chosen, setChosen] = useState<Course | undefined>(courses[0]);
  return (
    <Frame title="institution.title" heading={institution.name} lead="institution.lead">
      <div className="institution-actions">
        <ButtonLink href={applyAddress(institution)}>
          <FormattedMessage id="institution.apply" />
        </ButtonLink>
        <ShareButton title={institution.name} path={accountPath('institution', String(institution.id))} />
      </div>
      <Courses courses={courses} chosen={chosen} onChoose={setChosen} />
      {chosen && <Calculator key={chosen.id} institution={institution} course={chosen} />}
    </Frame>
  );
}

/** The app begins an application for the institution once somebody has signed in. */
const applyAddress = ({ id }: Institution): string => `${accountPath('home')}?institute=${id}`;

function NotFound() {
  return (
    <Frame title="institution.notFound">
      <Card>
        <p>
          <FormattedMessage id="institution.notFound.help" />
        </p>
        <Actions>
          <ButtonLink href={accountPath('institutions')}>
            <FormattedMessage id="institution.notFound.search" />
          </ButtonLink>
        </Actions>
      </Card>
    </Frame>
  );
}

function ReadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <Card title={<FormattedMessage id="institution.failed" />}>
        <p>
          <FormattedMessage id="institution.failed.help" />
        </p>
        <Actions>
          <Button kind="primary" onPress={onRetry}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        </Actions>
      </Card>
    </div>
  );
}
