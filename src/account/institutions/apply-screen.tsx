/** A customer begins an application for an institution, which is then set in it. */
import { limits } from '../../../domain/values/limits.ts';
import { Card } from '../../ui/card.tsx';
import { Frame } from '../frame.tsx';
import { StartApplication } from '../loans/start-application.tsx';
import { t } from '../../i18n/i18n.tsx';
import { InstitutionPage } from './institution-page.tsx';

export default function ApplyScreen() {
  return (
    <InstitutionPage>
      {({ institution: { id, name } }) => {
        const isUnlisted = id === limits.typeOfInstituteFor;
        return (
          <Frame title="institution.apply.title">
            <Card title={isUnlisted ? t('institution.search.unlisted') : name}>
              <p>{t(isUnlisted ? 'institution.search.unlisted.help' : 'institution.apply.help')}</p>
              <StartApplication instituteId={id} />
            </Card>
          </Frame>
        );
      }}
    </InstitutionPage>
  );
}
