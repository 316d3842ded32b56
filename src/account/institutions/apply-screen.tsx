/** A customer begins an application for an institution, which is then set in it. */
import { Card } from '../../ui/card.tsx';
import { Frame } from '../frame.tsx';
import { StartApplication } from '../loans/start-application.tsx';
import { t } from '../../i18n/i18n.tsx';
import { InstitutionPage } from './institution-page.tsx';

export default function ApplyScreen() {
  return (
    <InstitutionPage>
      {({ institution }) => (
        <Frame title="institution.apply.title">
          <Card title={institution.name}>
            <p>{t('institution.apply.help')}</p>
            <StartApplication instituteId={institution.id} />
          </Card>
        </Frame>
      )}
    </InstitutionPage>
  );
}
