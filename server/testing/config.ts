import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from '../config/config.ts';
import { limitNames, rateVariable } from '../config/rates.ts';

/** The minimal environment of a server without a sandbox; tests add or remove one variable. */
export const productionEnv = {
  LENDER_15_URL: 'https://lender.example',
  LENDER_15_KEY: 'k',
  SMS_URL: 'https://sms.example/send',
  SMS_KEY: 's',
  SMTP_URL: 'smtps://me:secret@mail.example',
  MAIL_FROM: 'loans@school.example',
  CLAMD: 'unix:/run/clamav/clamd.ctl',
  PUBLIC_URL: 'https://loans.example',
  DATABASE_URL: 'postgres://feepath@db.example/feepath?sslmode=verify-full',
  OBJECTS_KEY: 'o'.repeat(32),
  S3_BUCKET: 'feepath-documents',
  S3_REGION: 'ap-south-1',
  S3_ROLE_ARN: 'arn:aws:iam::000000000000:role/applicant',
  SUPPORT_PHONE: '+91 44 1234 5678',
  SUPPORT_EMAIL: 'help@school.example',
  SERVICING_PROFILES: fileURLToPath(new URL('../../tests/support/servicing-profiles.json', import.meta.url)),
};

/** The variables that put every limit out of the way: tests call faster than people. */
export const unlimitedRates: Record<string, string> = Object.fromEntries(
  limitNames.map((name) => [rateVariable(name), '1000000']),
);

/** Returns what is said of each fault of an environment. */
export const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};
