/** Formats the startup message of `npm start`. */
import { describeAdapters } from '../adapters/index.ts';
import type { Config } from '../config/config.ts';

export type DemoAccess = {
  key: string;
  secretKey: string;
  reviewer: string;
  outboxPath: string;
  /** The whole address: it is another site. */
  partnerPage: string;
};

/**
 * @param url where the server answers, without a slash at the end
 * @param built whether there is an app to serve
 * @param demo of a sandbox
 */
export function banner(
  config: Config,
  { url, built, demo }: { url: string; built: boolean; demo?: DemoAccess | undefined },
): string {
  const { real, sandbox, documents } = describeAdapters(config);
  const database = config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : `embedded, in ${config.dataDir}/db`;
  const key = demo?.key ?? 'KEY';
  const lines: [string, string][] = [
    ['Apply for a loan', `${url}/?api_key=${key}`],
    ['One school, as a test', `${url}/?api_key=${key}&institute_id=201&test=1`],
    ['The consumer app', `${url}/app`],
    ["Reviewer's desk", `${url}/review`],
    ...demoLines(url, demo),
    ['Database', database],
    ['Documents', documents],
    ['Real', real.join(', ') || 'nothing'],
    ['Sandbox', sandbox.join(', ') || 'nothing'],
  ];
  if (!demo) {
    lines.push(['A partner', 'npm run admin -- create-partner NAME']);
    lines.push(['A key', 'npm run admin -- create-key PARTNER_ID --label LABEL']);
    lines.push(['A reviewer', 'npm run admin -- create-reviewer EMAIL --name NAME']);
  }
  if (!built) lines.push(['The app', 'is not built; only the API answers. Run: npm start']);
  return ['', '  Feepath is up.', '', ...lines.map(([name, text]) => `  ${name.padEnd(22)}${text}`), ''].join(
    '\n',
  );
}

const demoLines = (url: string, demo: DemoAccess | undefined): [string, string][] =>
  demo
    ? [
        ['', demo.reviewer],
        ['SMS and mail', `${url}${demo.outboxPath}`],
        ["A school's own page", demo.partnerPage],
        ["A school's server", `Bearer ${demo.secretKey}`],
      ]
    : [];
