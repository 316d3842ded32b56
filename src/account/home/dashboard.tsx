/** What a customer sees first. */
import { FormattedMessage } from 'react-intl';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Frame } from '../frame.tsx';
import { useProfile } from '../session/require-sign-in.tsx';

export function Dashboard() {
  const { name, email, mobile } = useProfile();
  return (
    <Frame
      title="account.dashboard.title"
      heading={<FormattedMessage id="account.dashboard.welcome" values={{ name }} />}
    >
      <Card title={<FormattedMessage id="account.dashboard.profile" />}>
        <Facts
          facts={[
            { id: 'mobile', name: <FormattedMessage id="account.mobile.label" />, value: `+91 ${mobile}` },
            { id: 'email', name: <FormattedMessage id="account.email.label" />, value: email },
          ]}
        />
      </Card>
    </Frame>
  );
}
