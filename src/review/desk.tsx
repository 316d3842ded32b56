/** The desk of one page. */
import { RouterProvider } from '@tanstack/react-router';
import { MessagesProvider } from '../i18n/i18n.tsx';
import { ResourceCacheProvider } from '../hooks/resource.ts';
import type { DeskRouter } from './router.tsx';
import { type DeskServices, ServicesProvider } from './services.ts';

export function DeskView({ services, router }: { services: DeskServices; router: DeskRouter }) {
  return (
    <MessagesProvider>
      <ServicesProvider value={services}>
        <ResourceCacheProvider value={services.resources}>
          <RouterProvider<DeskRouter> router={router} />
        </ResourceCacheProvider>
      </ServicesProvider>
    </MessagesProvider>
  );
}
