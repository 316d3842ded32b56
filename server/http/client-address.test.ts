import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HonoEnv } from '../platform/env.ts';
import { clientAddress, clientGroup } from './client-address.ts';

describe('clientAddress', () => {
  const addressOf = async (hops: number, forwarded?: string) => {
    const app = new Hono<HonoEnv>();
    app.get('/', (call) => call.text(clientAddress(call, hops)));
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const env = { incoming: { socket: { remoteAddress: '10.0.0.1' } } };
    return (await app.request('/', { headers }, env)).text();
  };

  it.each([
    ['no proxy', 0, '203.0.113.9', '10.0.0.1'],
    ['one proxy', 1, '203.0.113.9', '203.0.113.9'],
    ['one proxy and a client that writes the header', 1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['a network in front of a balancer', 2, '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['fewer entries than proxies', 2, '203.0.113.9', '10.0.0.1'],
    ['a proxy that adds nothing', 1, undefined, '10.0.0.1'],
  ])('behind %s', async (_, hops, forwarded, address) => {
    expect(await addressOf(hops, forwarded)).toBe(address);
  });
});

describe('clientGroup', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s', (address, group) => expect(clientGroup(address)).toBe(group));
});
