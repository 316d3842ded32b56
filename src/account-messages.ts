/** The messages of the consumer app's own namespaces, which no other page brings along. */
import { addCatalogues, type Messages } from './i18n.tsx';

addCatalogues({
  account: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=account',
    import: 'default',
  }),
  faq: import.meta.glob<Messages>('../locales/*/app.json', { query: '?messages=faq', import: 'default' }),
  howToApply: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=howToApply',
    import: 'default',
  }),
  institution: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=institution',
    import: 'default',
  }),
  partner: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=partner',
    import: 'default',
  }),
  comingSoon: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=comingSoon',
    import: 'default',
  }),
  contact: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=contact',
    import: 'default',
  }),
  grievance: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=grievance',
    import: 'default',
  }),
  servicing: import.meta.glob<Messages>('../locales/*/app.json', {
    query: '?messages=servicing',
    import: 'default',
  }),
});
