/** The consumer app of one page. */
import { RouterProvider } from '@tanstack/react-router';
import { MessagesProvider } from '../i18n/i18n.tsx';
import type { AccountRouter } from './router.tsx';
import { type AccountServices, ServicesProvider } from './services.ts';

export function AccountView({ services, router }: { services: AccountServices; router: AccountRouter }) {
  return (
    <MessagesProvider>
      <ServicesProvider value={services}>
        <RouterProvider<AccountRouter> router={router} />
      </ServicesProvider>
    </MessagesProvider>
  );
}
