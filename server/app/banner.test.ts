import { expect, it } from 'vitest';
import { banner } from './banner.ts';
import { type Config, readConfig, readStoreConfig } from '../config/config.ts';
import { demoAccess } from '../sandbox/index.ts';

const at = { url: 'https://fees.example', built: true };
const withDemo = { ...at, demo: demoAccess({ port: 4000 }) };
const sandbox = readConfig({ SANDBOX: '1' });
const real: Config = { ...sandbox, sandbox: false };

it('the banner of the sandbox lists the pages and the demo sign-ins', () => {
  const text = banner(sandbox, withDemo);
  expect(text).toContain('https://fees.example/?api_key=feepath-demo-key\n');
  expect(text).toMatch(/The consumer app +https:\/\/fees\.example\/app\n/);
  expect(text).toMatch(/Reviewer's desk +https:\/\/fees\.example\/review\n/);
  expect(text).toContain('reviewer@feepath.example / feepath-demo-reviewer');
  expect(text).toMatch(/A school's own page +http:\/\/127\.0\.0\.1:4000\/sandbox\/partner\n/);
  expect(text).toMatch(/A school's server +Bearer fps_test_feepath_demo\n/);
  expect(text).not.toContain('npm run admin');
});

it('the banner outside the sandbox lists the commands and nothing about the demo', () => {
  const text = banner(real, at);
  expect(text).toContain('https://fees.example/review\n');
  expect(text).toContain('npm run admin -- create-key PARTNER_ID');
  expect(text).toContain('npm run admin -- create-reviewer EMAIL --name NAME');
  expect(text).not.toContain('demo');
});

it('the banner says where documents are stored', () => {
  expect(banner(sandbox, at)).toContain(`embedded, in ${sandbox.dataDir}/objects`);
  const s3 = readStoreConfig({
    S3_BUCKET: 'loans',
    S3_REGION: 'ap-south-1',
    S3_ROLE_ARN: 'arn:aws:iam::123456789012:role/Applicant',
  });
  expect(banner(s3, at)).toMatch(/Documents +bucket loans \(S3_BUCKET\)\n/);
});
