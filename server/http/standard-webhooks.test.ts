import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { signatureHeaders } from './standard-webhooks.ts';

it('signs as Standard Webhooks does: the example of its documentation', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const body = Buffer.from('{"test": 2432232314}');
  const signed = { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: '1614265330', body };
  expect(signatureHeaders([secret], signed)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs by each of several secrets, and the library of Standard Webhooks takes each and no other', () => {
  const secrets = ['1', '2', '3'].map((digit) => Buffer.alloc(32, digit));
  const body = JSON.stringify({ type: 'loan.disbursed', text: 'உறுதி' });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = signatureHeaders(secrets.slice(0, 2), { eventId: 'evt_7', timestamp, body });
  const verify = (secret: Buffer, text: string) =>
    new Webhook(secret.toString('base64')).verify(text, headers);
  const [one, two, other] = secrets as [Buffer, Buffer, Buffer];
  for (const secret of [one, two]) expect(verify(secret, body)).toEqual(JSON.parse(body));
  expect(() => verify(other, body)).toThrow();
  expect(() => verify(one, body.replace('7', '8').replace('loan', 'roan'))).toThrow();
});
