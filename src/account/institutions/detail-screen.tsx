/** An institution: its courses with their fees, and what a loan for them costs. It can be linked and shared. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { Actions, StickyBar } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Frame } from '../frame.tsx';
import { t } from '../../i18n/text.tsx';
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

function InstitutionContent({ institution, courses: [first, ...others] }: InstitutionDetails) {
  return (
    <Frame title="institution.title" heading={institution.name} lead="institution.lead">
      {first ? (
        <>
          <Calculator institution={institution} courses={[first, ...others]} />
          <Courses courses={[first, ...others]} />
        </>
      ) : (
        <Card>
          <p>{t('institution.courses.none')}</p>
        </Card>
      )}
      <div className="institution-share">
        <ShareButton title={institution.name} path={accountPath('institution', String(institution.id))} />
      </div>
      <StickyBar>
        <Actions>
          <ButtonLink href={accountPath('apply', String(institution.id))}>
            {t('institution.apply')}
          </ButtonLink>
        </Actions>
      </StickyBar>
    </Frame>
  );
}
