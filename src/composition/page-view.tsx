/** The view of a page: the screens of its router, with the messages and the services that they use. */
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import type { Provider } from 'react';
import type { Call } from '../api/call.ts';
import { CallProvider } from '../data/call.ts';
import { MessagesProvider } from '../i18n/i18n.tsx';

interface PageViewProps<Services> {
  services: Services;
  provider: Provider<Services | null>;
  router: AnyRouter;
}

export function PageView<Services extends { call: Call }>(props: PageViewProps<Services>) {
  const { services, provider: ServicesProvider, router } = props;
  return (
    <MessagesProvider>
      <CallProvider value={services.call}>
        <ServicesProvider value={services}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </CallProvider>
    </MessagesProvider>
  );
}
