import { describe, expect, it } from 'vitest';
import { createLog, errorFields, type Log } from './log.ts';

function logged(level: 'all' | 'errors' | 'off', act: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  act(createLog(level, (line) => lines.push(line)));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('a line of the log', () => {
  it('has its time, its level, its event and its fields', () => {
    const [line] = logged('all', (log) => log.info('answered', { op: 'getLoan', status: 200 }));
    expect(line).toEqual({
      level: 'info',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      event: 'answered',
      op: 'getLoan',
      status: 200,
    });
  });

  it('has no field that is not named', () => {
    const personal = { op: 'getLoan', mobile: '9840012345', authorization: 'fp_key' };
    const [line] = logged('all', (log) => log.error('failed', personal));
    expect(line).toHaveProperty('op');
    expect(JSON.stringify(line)).not.toMatch(/9840012345|fp_key/);
  });

  it('is written as far as the level says', () => {
    const act = (log: Log) => {
      log.info('answered');
      log.error('failed');
    };
    expect(logged('all', act)).toHaveLength(2);
    expect(logged('errors', act).map(({ event }) => event)).toEqual(['failed']);
    expect(logged('off', act)).toEqual([]);
  });
});

describe('the fields of an error', () => {
  it('name what failed, and quote nothing', () => {
    const cause = Object.assign(new Error('Key (mobile)=(9840012345) exists'), {
      ...{ code: '23505', constraint: 'loans_mobile', table: 'loans', detail: '9840012345' },
    });
    const fields = errorFields(new Error('Failed query: select 9840012345', { cause }));
    expect(fields).toMatchObject({
      ...{ kind: 'Error < Error', code: '23505', constraint: 'loans_mobile', table: 'loans' },
    });
    expect(JSON.stringify(fields)).not.toContain('9840012345');
  });

  it('name the request at AWS', () => {
    const error = Object.assign(new Error('Slow down'), { $metadata: { requestId: 'R1' } });
    expect(errorFields(error).awsRequestId).toBe('R1');
  });
});
