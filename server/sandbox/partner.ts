/**
 * `/sandbox/partner`: the page of a school that embeds the application by `/embed.js`, with what the page is told. It is
 * shown at 127.0.0.1, which browsers take for another site than localhost; for callers on this machine.
 */
import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import { courses, institutions } from '../db/schema/institutions.ts';
import { apiKeys } from '../db/schema/partners.ts';
import { demoKeyId } from '../partners/api-keys.ts';
import type { HonoEnv } from '../platform/env.ts';
import { siteOf } from '../http/site.ts';
import { demoKey } from './demo-key.ts';
import { escaped } from './html.ts';
import { loopbackOnly } from '../http/loopback.ts';
import { partnerScript, partnerStyle } from './partner-assets.ts';

export const partnerPath = '/sandbox/partner';

const partnerHost = '127.0.0.1';

/** The institution in the seed. */
const institutionId = 201;
const coursesShown = 6;

/** Returns the page's origin once the server listens. */
export const partnerOrigin = ({ port }: Pick<Config, 'port'>): string => `http://${partnerHost}:${port}`;

/** Lets the partner's page frame the application with the demo key. */
export async function setDemoPartnerOrigin(db: Database, config: Pick<Config, 'port'>): Promise<void> {
  await db
    .update(apiKeys)
    .set({ origins: [partnerOrigin(config)] })
    .where(eq(apiKeys.keyId, demoKeyId));
}

type Needs = { db: Database; config: Pick<Config, 'port' | 'publicUrl'> };

export function partnerPages({ db, config }: Needs): Hono<HonoEnv> {
  const pages = new Hono<HonoEnv>();
  pages.get(partnerPath, loopbackOnly, async (call) => {
    const { hostname, port } = new URL(call.req.url);
    if (hostname !== partnerHost) return call.redirect(partnerOrigin({ port: Number(port) }) + partnerPath);
    const school = await readSchool(db);
    if (!school) return call.text('The demo institution was removed from this database.', 404);
    const application = siteOf(config);
    return call.html(schoolHtml(school, application), 200, {
      'cache-control': 'no-store',
      'content-security-policy': policyFor(new URL(application).origin),
    });
  });
  return pages;
}

type School = { name: string; courses: (typeof courses.$inferSelect)[] };

async function readSchool(db: Database): Promise<School | undefined> {
  const [institution] = await db.select().from(institutions).where(eq(institutions.id, institutionId));
  const offered = await db
    .select()
    .from(courses)
    .where(eq(courses.institutionId, institutionId))
    .orderBy(asc(courses.id))
    .limit(coursesShown);
  return institution && { name: institution.name, courses: offered };
}

/** Returns the content security policy that docs/embedding.md asks of a site. */
const policyFor = (application: string): string =>
  [
    "default-src 'none'",
    `script-src ${application} '${hashOf(partnerScript)}'`,
    `style-src '${hashOf(partnerStyle)}'`,
    `frame-src ${application}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const schoolHtml = (school: School, application: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fees · ${escaped(school.name)}</title>
<style>${partnerStyle}</style>
</head>
<body>
<header>
<p class="school">${escaped(school.name)}</p>
<nav aria-label="School"><a href="#fees">Fees</a><a href="#instalments">Instalments</a><a href="#events">For developers</a></nav>
</header>
<main>
<section id="fees">
<h1>Fees for the coming year</h1>
<p>Fees are due before the first day of the term. They can be paid at once at the office, or in monthly instalments.</p>
<div class="table" tabindex="0" role="region" aria-label="Fees of each class">
<table>
<caption>In rupees, for one year</caption>
<thead><tr><th scope="col">Class</th><th scope="col">Tuition</th><th scope="col">Admission</th><th scope="col">Transport</th></tr></thead>
<tbody>
${school.courses.map(courseRow).join('\n')}
</tbody>
</table>
</div>
</section>
<section id="instalments">
<h2>Pay in instalments</h2>
<p>Our partner pays the fees to the school, and you pay them back month by month. The application takes about ten minutes; have your PAN and your bank account at hand.</p>
<p class="choices"><button type="button" id="open-inline">Apply on this page</button><button type="button" id="open-dialog">Apply in full screen</button></p>
<div id="loan" data-key="${demoKey}" data-institute="${institutionId}"></div>
</section>
<section id="events">
<h2>For developers</h2>
<p>What the application has told this page, the latest last. <button type="button" id="start-again">Start again</button></p>
<div role="log" aria-label="Events"><ol id="event-list"></ol></div>
</section>
</main>
<footer><p>A sandbox page: the school is invented.</p></footer>
<script src="${escaped(application)}/embed.js"></script>
<script>${partnerScript}</script>
</body>
</html>
`;

const courseRow = ({ title, ...fees }: School['courses'][number]): string =>
  `<tr><th scope="row">${escaped(title)}</th>${[fees.fee, fees.admissionFee, fees.transportFee]
    .map((rupees) => `<td>${Number(rupees).toLocaleString('en-IN')}</td>`)
    .join('')}</tr>`;
