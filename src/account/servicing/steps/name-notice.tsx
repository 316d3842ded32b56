/** Says where the name on record differs from that of the application, until the lender has paid: then it is settled. */
import type { Servicing } from '../../../../domain/values/wire.ts';
import { t } from '../../../i18n/text.tsx';

export function NameNotice({ servicing }: { servicing: Servicing }) {
  const { kyc, lender_name: lender, disbursed_on: disbursedOn } = servicing;
  if (disbursedOn !== null || kyc.name_matches !== false || kyc.name_on_record === null) return null;
  return <p>{t('servicing.kyc.name', { name: <strong>{kyc.name_on_record}</strong>, lender })}</p>;
}
