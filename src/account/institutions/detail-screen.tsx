/** An institution: its courses with their fees, and what a loan for them costs. It can be linked and shared. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { accountPath } from '../../../domain/account-pages.ts';
import type { Course } from '../../../domain/wire.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Frame } from '../frame.tsx';
import { Calculator } from './calculator.tsx';
import { Courses } from './courses.tsx';
import { InstitutionPage } from './institution-page.tsx';
import type { InstitutionDetails } from './read-institution.ts';
import { ShareButton } from './share-button.tsx';
import './detail.css';

export default function InstitutionScreen() {
  return (
    <InstitutionPage page="institution">{(details) => <InstitutionContent {...details} />}</InstitutionPage>
  );
}

function InstitutionContent({ institution, courses }: InstitutionDetails) {
  const [chosen, setChosen] = useState<Course | undefined>(courses[0]);
  return (
    <Frame title="institution.title" heading={institution.name} lead="institution.lead">
      <div className="institution-actions">
        <ButtonLink href={accountPath('apply', String(institution.id))}>
          <FormattedMessage id="institution.apply" />
        </ButtonLink>
        <ShareButton title={institution.name} path={accountPath('institution', String(institution.id))} />
      </div>
      <Courses courses={courses} chosen={chosen} onChoose={setChosen} />
      {chosen && <Calculator key={chosen.id} institution={institution} course={chosen} />}
    </Frame>
  );
}
