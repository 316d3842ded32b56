import { expect, it } from 'vitest';
import { signatureHeaders } from './webhook-signature.ts';

it('signs as Standard Webhooks does: the example of its documentation', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const body = Buffer.from('{"test": 2432232314}');
  const signed = { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: '1614265330', body };
  expect(signatureHeaders(secret, signed)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
