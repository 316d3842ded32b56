/** Explains complaints: to support, to an officer of the platform or of a lender, and then to the Ombudsman. */
import { FormattedDate } from 'react-intl';
import type { GrievanceRedressal } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import { Loaded } from '../../data/query.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { complaintPath } from '../contact/address.ts';
import { Frame } from '../frame.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Officer } from './officer.tsx';
import { Ombudsman } from './ombudsman.tsx';
import { useGrievanceRedressal } from './redressal.ts';
import './grievance.css';

export default function GrievanceScreen() {
  const redressal = useGrievanceRedressal();
  return (
    <Frame title="grievance.title" lead="grievance.lead" wide>
      <Loaded query={redressal} pending={<Skeleton label={t('app.loading')} fields={5} />}>
        {(read) => <Steps redressal={read} />}
      </Loaded>
    </Frame>
  );
}

function Steps({ redressal }: { redressal: GrievanceRedressal }) {
  const { version, answer_days: days, platform, lenders, ombudsman } = redressal;
  return (
    <>
      <Card title={<StepTitle step={1} id="grievance.write.title" />}>
        <p>{t('grievance.write.text', { days })}</p>
        <div>
          <ButtonLink href={complaintPath}>{t('grievance.write.link')}</ButtonLink>
        </div>
      </Card>
      <Card title={<StepTitle step={2} id="grievance.officers.title" />}>
        <p>{t('grievance.officers.text')}</p>
        <ul className="grievance-officers stack-s3">
          {[platform, ...lenders].map(({ name, officer }) => (
            <li key={name} className="grievance-officer">
              <h3>{name}</h3>
              <Officer officer={officer} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title={<StepTitle step={3} id="grievance.ombudsman.title" />}>
        <p>{t('grievance.ombudsman.text', { days })}</p>
        <Ombudsman {...ombudsman} />
      </Card>
      <p className="text-muted">
        {t('grievance.version', { date: <FormattedDate value={version} dateStyle="long" timeZone="UTC" /> })}
      </p>
    </>
  );
}

const StepTitle = ({ step, id }: { step: number; id: MessageId }) => (
  <span className="grievance-step">
    <span className="grievance-step-number">{step}</span>
    {t(id)}
  </span>
);
