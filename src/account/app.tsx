/** The consumer app of one page. */
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { ResourceCacheProvider } from '../hooks/resource.ts';
import { MessagesProvider } from '../i18n/i18n.tsx';
import type { AccountRouter } from './router.tsx';
import { type AccountServices, ServicesProvider } from './services.ts';

export function AccountView({ services, router }: { services: AccountServices; router: AccountRouter }) {
  const [resources] = useState(() => new Map());
  return (
    <MessagesProvider>
      <ServicesProvider value={services}>
        <ResourceCacheProvider value={resources}>
          <RouterProvider<AccountRouter> router={router} />
        </ResourceCacheProvider>
      </ServicesProvider>
    </MessagesProvider>
  );
}
