/** Saves a copy of all that is kept about the customer on the device. */
import { useApiMutation } from '../../data/mutation.ts';
import { t } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveText } from '../../ui/save-file.ts';
import { CallFailure } from '../call-failure.tsx';

export function MyDataCard() {
  const { isPending, error, mutate } = useApiMutation('exportMyData', (data) =>
    saveText('feepath-data.json', JSON.stringify(data, null, 2)),
  );
  return (
    <Card title={t('account.myData.title')}>
      <p>{t('account.myData.help')}</p>
      <CallFailure failure={error} />
      <div>
        <Button busy={isPending} onPress={() => mutate({})}>
          {t('account.myData.download')}
        </Button>
      </div>
    </Card>
  );
}
