/** The desk of one page. */
import { RouterProvider } from '@tanstack/react-router';
import { MessagesProvider } from '../i18n/i18n.tsx';
import type { DeskRouter } from './router.tsx';
import { type DeskServices, ServicesProvider } from './services.ts';

export function DeskView({ services, router }: { services: DeskServices; router: DeskRouter }) {
  return (
    <MessagesProvider>
      <ServicesProvider value={services}>
        <RouterProvider<DeskRouter> router={router} />
      </ServicesProvider>
    </MessagesProvider>
  );
}
