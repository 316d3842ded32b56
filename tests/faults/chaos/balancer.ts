/** Spreads connections over servers that come and go: nginx where it is asked for, else a relay in this process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports.ts';

export type Balancer = { url: string; close: () => Promise<void> };

/** Connects a client to the next server that accepts; the connection is closed if none does. */
export async function startRelay(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    near.once('close', () => sockets.delete(near));
    turn += 1;
    relay(
      near,
      ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0),
    );
  });

  function relay(near: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined || near.destroyed) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    let isConnected = false;
    far.once('connect', () => {
      isConnected = true;
      near.pipe(far);
      far.pipe(near);
      near.once('close', () => far.destroy());
    });
    far.on('error', () => undefined);
    far.once('close', () => (isConnected ? near.destroy() : relay(near, others)));
  }

  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** @throws where no nginx is installed */
export async function startNginx(ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
    daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    events { worker_connections 2048; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      upstream feepath {
        ${ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n')}
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://feepath;
          proxy_connect_timeout 1s;
          proxy_read_timeout 70s;
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $remote_addr;
        }
      }
    }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    nginx.once('exit', () => resolve());
    nginx.once('error', reject);
  });
  await Promise.race([accepting(port), ended.then(() => Promise.reject(new Error('nginx ended')))]);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      nginx.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once the port takes a connection. */
async function accepting(port: number): Promise<void> {
  for (;;) {
    const taken = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1');
      probe.once('connect', () => resolve(true));
      probe.once('error', () => resolve(false));
      probe.once('close', () => probe.destroy());
    });
    if (taken) return;
    await new Promise((later) => setTimeout(later, 20));
  }
}
