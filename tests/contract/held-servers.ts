/**
 * Servers in this process that walks of a model make again, each at one thing at a time. Their calls to somebody outside
 * are held until the walk says what is answered.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, vi } from 'vitest';

export class HeldServers {
  private readonly server = new AsyncLocalStorage<string>();
  private readonly open = new Map<string, (reply: never) => void>();
  private readonly tasks = new Map<string, { isOver: boolean }>();

  /** A call of the server that works now. Of one that has crashed, it is never answered. */
  hold = <Answer>(): Promise<Answer> => {
    const server = this.server.getStore();
    return new Promise((resolve) => {
      if (server !== undefined) this.open.set(server, resolve);
    });
  };

  async start(server: string, work: () => Promise<unknown>): Promise<void> {
    const task = { isOver: false };
    this.tasks.set(server, task);
    void this.server.run(server, () =>
      work()
        .catch(() => undefined)
        .finally(() => (task.isOver = true)),
    );
    await this.settle(server);
  }

  async reply(server: string, reply: object): Promise<void> {
    const resolve = this.open.get(server);
    if (!resolve) throw new Error(`${server} has asked nothing`);
    this.open.delete(server);
    resolve(reply as never);
    await this.settle(server);
  }

  /** Its process is gone: what it holds stays. */
  crash(server: string): void {
    this.open.delete(server);
    this.tasks.delete(server);
  }

  /** Resolves once the server makes an external call or is idle. */
  private async settle(server: string): Promise<void> {
    const task = this.tasks.get(server);
    await vi.waitFor(() => expect(task?.isOver === true || this.open.has(server)).toBe(true), {
      timeout: 30_000,
      interval: 5,
    });
  }
}
