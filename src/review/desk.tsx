/** The desk of one page. */
import { RouterProvider } from '@tanstack/react-router';
import { RawIntlProvider } from 'react-intl';
import { ResourceCacheProvider } from '../hooks/resource-cache.ts';
import type { DeskRouter } from './router.tsx';
import { type DeskServices, ServicesProvider } from './services.ts';
import { deskIntl } from './messages.ts';

export function DeskView({ services, router }: { services: DeskServices; router: DeskRouter }) {
  return (
    <RawIntlProvider value={deskIntl}>
      <ServicesProvider value={services}>
        <ResourceCacheProvider value={services.resources}>
          <RouterProvider<DeskRouter> router={router} />
        </ResourceCacheProvider>
      </ServicesProvider>
    </RawIntlProvider>
  );
}
