/** Keeps a sandbox, whose passwords are for everybody, from being a deployment that lost a variable (decision 28). */

type Env = Readonly<Record<string, string | undefined>>;

/** Addresses that personal data travels to and from. */
export const isAddressName = (name: string): boolean =>
  /^(PUBLIC_URL|S3_ENDPOINT|STS_ENDPOINT|(LENDER_\d+|KYC|MANDATE|PAYMENTS|SMS)_URL)$/.test(name);

export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);

/** Variables that only a deployment sets: keys, and where other companies' services and documents are. */
const deploymentNames =
  /^((LENDER_\d+|KYC|MANDATE|PAYMENTS|SMS)_(URL|KEY|WEBHOOK_SECRETS)|SMTP_URL|S3_\w+|STS_ENDPOINT|OBJECTS_KEY|ENCRYPTION_KEYS|SINGLE_HOST)$/;

const isPublic = (name: string, value: string): boolean =>
  name === 'PUBLIC_URL' && value.startsWith('https:');

const namesIn = (env: Env, matches: (name: string, value: string) => boolean): string[] =>
  Object.entries(env).flatMap(([name, text]) => {
    const value = text?.trim();
    return value && matches(name, value) ? [name] : [];
  });

/**
 * Returns whether the server starts as a sandbox because neither DATABASE_URL nor SANDBOX is set.
 * @returns `fault` refuses the start if a variable belongs to a deployment
 */
export function sandboxByDefault(env: Env): { sandbox: boolean; fault?: string } {
  if (env.DATABASE_URL?.trim() || env.SANDBOX?.trim()) return { sandbox: false };
  const names = namesIn(env, (name, value) => deploymentNames.test(name) || isPublic(name, value));
  if (names.length === 0) return { sandbox: true };
  return {
    sandbox: false,
    fault:
      `DATABASE_URL is missing, and without it this would be a sandbox that is open to everybody, which ` +
      `${names.join(', ')} cannot belong to: set DATABASE_URL, or SANDBOX=1 on a machine of your own.`,
  };
}

/**
 * A sandbox has its own adapters, or those that run on the same machine.
 * @returns the sentence that refuses another one; undefined without a fault
 */
export function sandboxFault(env: Env): string | undefined {
  const isElsewhere = (name: string, value: string) =>
    name !== 'PUBLIC_URL' && (isAddressName(name) || name === 'SMTP_URL') && !isLoopback(value);
  const names = namesIn(env, (name, value) => isPublic(name, value) || isElsewhere(name, value));
  // A bucket without an endpoint is at AWS.
  if (env.S3_BUCKET && !env.S3_ENDPOINT) names.push('S3_BUCKET');
  if (names.length === 0) return undefined;
  return (
    `SANDBOX=1 opens the server to everybody and is refused with ${names.join(', ')}: a sandbox has no https:// ` +
    'address and no services but those on its own machine.'
  );
}
