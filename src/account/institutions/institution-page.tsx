/** Shared parts of an institution's pages, which read it by the id in their address; it may not exist. */
import type { ReactNode } from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { Loaded, cachedForever, useQuery } from '../../data/query.tsx';
import { Actions, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressId } from '../../shell/address-id.ts';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import { type InstitutionDetails, readInstitution } from './read-institution.ts';

/** @param props.children shown once the institution is read */
export function InstitutionPage({ children }: { children: (details: InstitutionDetails) => ReactNode }) {
  const { call } = useServices();
  const id = useAddressId();
  const details = useQuery({
    queryKey: ['getInstitute', id],
    queryFn: ({ signal }) => readInstitution(call, id, signal),
    ...cachedForever,
  });
  if (details.isSuccess) return details.data ? children(details.data) : <NotFound />;
  return (
    <Frame title="institution.title">
      <Loaded
        query={details}
        pending={<Skeleton label={t('app.loading')} fields={6} />}
        failed={{ title: 'institution.failed', help: 'institution.failed.help' }}
      >
        {() => null}
      </Loaded>
    </Frame>
  );
}

function NotFound() {
  return (
    <Frame title="institution.notFound">
      <Card>
        <p>{t('institution.notFound.help')}</p>
        <Actions>
          <ButtonLink href={accountPath('institutions')}>{t('institution.notFound.search')}</ButtonLink>
        </Actions>
      </Card>
    </Frame>
  );
}
