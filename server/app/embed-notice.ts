/**
 * What `/embed.js` asks the server about the page that it runs in, because a browser tells no page that the site is not
 * one that may frame another: a module, for which a site's `script-src` is enough.
 */
import type { Context } from 'hono';
import { languages } from '../../locales/index.ts';
import type { PagePartner } from '../partners/api-keys.ts';
import { appMessages } from '../texts/app-messages.ts';
import { firstScreenLanguage } from './first-screen.ts';

export const embedNoticePath = '/embed/notice.js';

const messages = appMessages(['embed.notAllowed.text', 'embed.notAllowed.open']);

/** @returns the module, whose default export is null where the site may frame the page (decision 1) */
export function embedNotice(call: Context, partner: PagePartner | undefined): Response {
  const origins = call.req.queries('origin') ?? [];
  const isAllowed =
    origins.length > 0 && origins.every((origin) => partner?.framers.includes(origin) === true);
  const accepted = call.req.header('accept-language');
  const language = firstScreenLanguage(call.req.query('language'), accepted, () => true);
  const { 'embed.notAllowed.text': text, 'embed.notAllowed.open': open } = messages[language];
  const notice = isAllowed ? null : { lang: languages[language].tag, text, open: partner ? open : null };
  call.header('access-control-allow-origin', '*');
  call.header('cache-control', 'no-store');
  call.header('content-type', 'text/javascript; charset=utf-8');
  return call.body(`export default ${JSON.stringify(notice)};\n`);
}
