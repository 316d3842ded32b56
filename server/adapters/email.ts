/** Checks whether mail can reach an address. */
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { codeOf } from '../platform/log.ts';

export type EmailCheck = {
  /** True when mail can reach the address; never throws. */
  reaches: (address: string) => Promise<boolean>;
};

/** The form of a single address: no quotes, comments or spaces, and a domain with a dot. */
const simpleAddress =
  /^[^\s@<>"(),:;[\]\\]+@(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Returns whether a text has the form of a single address. */
export const isAddress = (address: string): boolean => address.length <= 254 && simpleAddress.test(address);

/** The DNS queries about a domain, like node's `resolveMx`, `resolve4` and `resolve6`. */
export type MailDns = {
  mailServersOf: (domain: string) => Promise<{ exchange: string }[]>;
  /** IPv4 or IPv6 addresses. */
  addressesOf: (domain: string) => Promise<string[]>;
};

/**
 * Asks the domain's DNS for a server that takes mail: an MX record, or without any the domain's own address (RFC 5321,
 * section 5.1). A DNS that does not answer in time says nothing against an address, so it passes.
 */
export function mxEmailCheck({ mailServersOf, addressesOf }: MailDns = dnsWithTimeout(3000)): EmailCheck {
  return {
    async reaches(address) {
      if (!isAddress(address)) return false;
      const domain = domainToASCII(address.slice(address.lastIndexOf('@') + 1));
      if (domain === '') return false;
      try {
        const servers = await mailServersOf(domain);
        return servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
      } catch (error) {
        return codeOf(error) === 'ENODATA' ? hasAddress(domain) : codeOf(error) !== 'ENOTFOUND';
      }
    },
  };

  async function hasAddress(domain: string): Promise<boolean> {
    try {
      return (await addressesOf(domain)).length > 0;
    } catch (error) {
      return !isAbsent(error);
    }
  }
}

function dnsWithTimeout(timeout: number): MailDns {
  const resolver = new Resolver({ timeout, tries: 1 });
  return {
    mailServersOf: (domain) => resolver.resolveMx(domain),
    addressesOf: (domain) =>
      Promise.any([resolver.resolve4(domain), resolver.resolve6(domain)]).catch(throwUndecided),
  };
}

/** Throws the error of the query that failed, since one answered query alone decides nothing. */
function throwUndecided(error: unknown): never {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  throw errors.find((one) => !isAbsent(one)) ?? errors[0];
}

const isAbsent = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes(codeOf(error) ?? '');
