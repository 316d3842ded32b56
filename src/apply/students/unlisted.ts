/** The institution that stands for every school that is not on the list, read when somebody chooses it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { limits } from '../../../domain/values/limits.ts';
import type { Institution } from '../../../domain/values/wire.ts';
import { useResource } from '../../hooks/resource.ts';
import { useServices } from '../shared/services.ts';

/** `choose` reads the institution and calls `onRead`; `cancel` is for whoever chooses or types something else meanwhile. */
export function useUnlisted(onRead: (institution: Institution) => void) {
  const intl = useIntl();
  const { call } = useServices();
  const [isWanted, setWanted] = useState(false);
  const { status, value, retry } = useResource(isWanted ? 'unlisted institution' : null, (signal) =>
    call('getInstitute', { path: { id: limits.typeOfInstituteFor } }, { signal }),
  );
  const takeOver = useEffectEvent((institution: Institution) => {
    setWanted(false);
    onRead(institution);
  });
  const found = value?.name === limits.othersName ? value : null;
  useEffect(() => {
    if (found) takeOver(found);
  }, [found]);
  return {
    item: { label: intl.formatMessage({ id: 'student.unlisted.option' }), onChoose: () => setWanted(true) },
    cancel: () => setWanted(false),
    isReading: status === 'loading',
    hasFailed: status === 'failed' || (value !== undefined && !found),
    retry,
  };
}
