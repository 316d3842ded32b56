/** What a production server needs besides its adapters, so that no variable that was lost leaves it half open. */

type Reading = {
  env: Record<string, string | undefined>;
  /** What a variable says. */
  text: (name: string) => string | undefined;
  /** What it says where it is 0 or 1; another text is a fault. */
  flag: (name: string) => boolean;
  /** Gets a sentence for each variable that is missing or wrong. */
  faults: string[];
};

/** Addresses that personal data travels to and from. */
export const isAddressName = (name: string): boolean =>
  ['PUBLIC_URL', 'SMS_URL', 'S3_ENDPOINT', 'STS_ENDPOINT'].includes(name) ||
  /^(LENDER_\d+|KYC|MANDATE|PAYMENTS)_URL$/.test(name);

export function checkProduction({ env, text, flag, faults }: Reading): void {
  const isSingleHost = flag('SINGLE_HOST');
  if (!text('DATABASE_URL')) {
    faults.push('DATABASE_URL is missing: outside the sandbox the data is in PostgreSQL.');
  }
  if (!text('OBJECTS_KEY')) {
    faults.push(
      'OBJECTS_KEY is missing: without it the passwords of documents cannot be read again. Keep it with the secrets.',
    );
  }
  if (!text('S3_BUCKET') && !isSingleHost) {
    faults.push(
      'S3_BUCKET is missing: set it, or SINGLE_HOST=1 where one machine alone serves and DATA_DIR keeps the documents.',
    );
  }
  if (!text('SERVICING_PROFILES')) {
    faults.push(
      'SERVICING_PROFILES is missing: it names the grievance officers, of whom every page tells. Set it, or SANDBOX=1.',
    );
  }
  for (const name of ['SUPPORT_PHONE', 'SUPPORT_EMAIL']) {
    if (!text(name)) faults.push(`${name} is missing: every page says how the support is reached.`);
  }
  for (const name of Object.keys(env).filter(isAddressName)) {
    const value = text(name);
    if (value?.startsWith('http:') && !isLoopback(value)) faults.push(`${name} must begin with https://.`);
  }
  const mail = text('SMTP_URL');
  if (mail?.startsWith('smtp:') && !isLoopback(mail) && !isTlsRequired(mail)) {
    faults.push('SMTP_URL must begin with smtps://, or end with ?requireTLS=true.');
  }
}

export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);

const isTlsRequired = (address: string): boolean =>
  URL.canParse(address) && new URL(address).searchParams.get('requireTLS') === 'true';

/** Prefixes of variables that are ours alone. */
const prefixes =
  /^(DATABASE_(POOL|CONNECT|STATEMENT|LOCK|IDLE)|RATE|S3|STS|SMS|SMTP|MAIL|OBJECTS|KYC|MANDATE|PAYMENTS|ENCRYPTION|RETENTION|CONTENT|GRIEVANCE|PGLITE|FEEPATH|SINGLE)_/;

/** Names each variable with a prefix of ours that means nothing: it is mistyped, or no longer in use. */
export function checkNames({ env, text, faults }: Reading, known: readonly string[]): void {
  for (const name of Object.keys(env)) {
    if (prefixes.test(name) && !known.includes(name) && text(name))
      faults.push(`${name} is no variable of this server.`);
  }
}
