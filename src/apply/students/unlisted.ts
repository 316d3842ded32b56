/** The institution that stands for every school that is not on the list, read when somebody chooses it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { limits } from '../../../domain/values/limits.ts';
import type { Institution } from '../../../domain/values/wire.ts';
import { cachedForever, useApiQuery } from '../../data/query.ts';
import { useServices } from '../shared/services.ts';

/** `choose` reads the institution and calls `onRead`; `cancel` is for whoever chooses or types something else meanwhile. */
export function useUnlisted(onRead: (institution: Institution) => void) {
  const intl = useIntl();
  const { call } = useServices();
  const [isWanted, setWanted] = useState(false);
  const params = isWanted ? { path: { id: limits.typeOfInstituteFor } } : null;
  const { data, isLoading, isError, refetch } = useApiQuery(call, 'getInstitute', params, cachedForever);
  const takeOver = useEffectEvent((institution: Institution) => {
    setWanted(false);
    onRead(institution);
  });
  const found = data?.name === limits.othersName ? data : null;
  useEffect(() => {
    if (found) takeOver(found);
  }, [found]);
  return {
    item: { label: intl.formatMessage({ id: 'student.unlisted.option' }), onChoose: () => setWanted(true) },
    cancel: () => setWanted(false),
    isReading: isLoading,
    hasFailed: isError || (data !== undefined && !found),
    retry: () => void refetch(),
  };
}
