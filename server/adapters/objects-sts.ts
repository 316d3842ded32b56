/** Temporary credentials for a loan's part of a bucket, from the store's security token service. */
import type { StorageCredentials } from '../../domain/values/wire.ts';
import type { S3Config } from '../config/config.ts';
import { awsClient } from './aws.ts';
import { policyFor } from './objects-policy.ts';

type Issued = Pick<
  StorageCredentials,
  'access_key_id' | 'secret_access_key' | 'session_token' | 'expires_at'
>;

export type Issuer = {
  /** They open what `policyFor` says, for an hour. @throws Error where the service gives none */
  issue: (loanId: string) => Promise<Issued>;
  close: () => void;
};

/** A server whose own credentials come from a role may ask for no longer. */
const lastSeconds = 60 * 60;

/** Cuts them from the rights of the configured role, else from those of the server's own user. */
export async function openIssuer(config: S3Config): Promise<Issuer> {
  const { AssumeRoleCommand, GetFederationTokenCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { bucket, endpoint, stsEndpoint, roleArn } = config;
  const client = new STSClient(awsClient(config, stsEndpoint ?? endpoint));
  const onlyHttps = !endpoint?.startsWith('http:');
  return {
    async issue(loanId) {
      const asked = {
        Policy: JSON.stringify(policyFor(bucket, loanId, { onlyHttps })),
        DurationSeconds: lastSeconds,
      };
      // Of a user's name the service takes 32 characters.
      const name = loanId.replaceAll('-', '');
      const { Credentials: given } = roleArn
        ? await client.send(new AssumeRoleCommand({ ...asked, RoleArn: roleArn, RoleSessionName: name }))
        : await client.send(new GetFederationTokenCommand({ ...asked, Name: name }));
      if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken || !given.Expiration) {
        throw new Error('The token service gave no credentials.');
      }
      return {
        access_key_id: given.AccessKeyId,
        secret_access_key: given.SecretAccessKey,
        session_token: given.SessionToken,
        expires_at: given.Expiration.toISOString(),
      };
    },
    close: () => client.destroy(),
  };
}
