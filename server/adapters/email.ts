/** Whether mail can reach an address. */
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { codeOf } from '../log.ts';

export type EmailCheck = {
  /** True when mail can reach the address; never throws. */
  reaches: (address: string) => Promise<boolean>;
};

/** One address of a person: no quotes, no comments, no spaces, and a domain with a dot. */
const simpleAddress =
  /^[^\s@<>"(),:;[\]\\]+@(?=.{4,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** Whether a text has the form of one address. */
export const isAddress = (address: string): boolean => address.length <= 254 && simpleAddress.test(address);

/** Addresses at `invalid.example` fail, all others of the right form pass (decision 28a). */
export const sandboxEmailCheck: EmailCheck = {
  reaches: async (address) => isAddress(address) && !/@invalid\.example$/i.test(address),
};

/** Says which servers take a domain's mail, as node's `resolveMx` does. */
export type FindMailServers = (domain: string) => Promise<{ exchange: string }[]>;

/**
 * Asks the domain's DNS for a server that takes mail. A DNS that does not answer in time says nothing against
 * an address, so it passes.
 */
export function mxEmailCheck(findMailServers: FindMailServers = dnsMailServers(3000)): EmailCheck {
  return {
    async reaches(address) {
      if (!isAddress(address)) return false;
      try {
        const servers = await findMailServers(domainToASCII(address.slice(address.lastIndexOf('@') + 1)));
        return servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
      } catch (error) {
        return !['ENOTFOUND', 'ENODATA'].includes(codeOf(error) ?? '');
      }
    },
  };
}

function dnsMailServers(timeout: number): FindMailServers {
  const resolver = new Resolver({ timeout, tries: 1 });
  return (domain) => resolver.resolveMx(domain);
}
