/**
 * Two PostgreSQL servers with synchronous replication whose primary is watched by Patroni, behind HAProxy: Debian's
 * packages postgresql-15, patroni, etcd-server and haproxy, all on the loopback.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/ports.ts';

export type FailoverCluster = {
  /** Leads to whichever is the primary. */
  url: string;
  /** Ends the primary as a power cut would, once the other is in step with it, and starts it again as a standby. */
  killPrimary: () => Promise<void>;
  stop: () => Promise<void>;
};

const bin = '/usr/lib/postgresql/15/bin';
const programs = [join(bin, 'postgres'), '/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];

/** The programs that are not installed. */
export const missingPrograms = (): string[] => programs.filter((path) => !existsSync(path));

const within = 120_000;

export async function startFailoverCluster(): Promise<FailoverCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'feepath-patroni-'));
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const running = new Set<ChildProcess>();
  const run = (command: string, args: string[]): ChildProcess => {
    const child = spawn(command, args, { cwd: folder, stdio: 'ignore', ...user });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };

  const [etcdPort, peerPort, proxyPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  run('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'one', '--initial-cluster', `one=${peerUrl}`],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
  ]);

  const nodes = await Promise.all(['one', 'two'].map((name) => nodeOf(name, { folder, etcdPort, user })));
  const patronis = new Map<Node, ChildProcess>();
  for (const node of nodes) patronis.set(node, run('patroni', [node.config]));

  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join('\n')}
`,
  );
  run('haproxy', ['-f', join(folder, 'haproxy.cfg')]);

  const stop = async () => {
    for (const child of running) child.kill('SIGKILL');
    for (const { pidFile } of nodes) killPostgres(pidFile);
    await pause(200);
    rmSync(folder, { recursive: true, force: true });
  };

  const url = `postgres://postgres:secret@127.0.0.1:${proxyPort}/postgres`;
  try {
    await until('a synchronous standby', () => hasSynchronousStandby(nodes));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    stop,
    async killPrimary() {
      await until('a synchronous standby', () => hasSynchronousStandby(nodes));
      const primary = await primaryOf(nodes);
      patronis.get(primary)?.kill('SIGKILL');
      killPostgres(primary.pidFile);
      await until('another primary', async () => (await primaryOf(nodes)) !== primary);
      patronis.set(primary, run('patroni', [primary.config]));
    },
  };
}

type Node = { name: string; port: number; restPort: number; config: string; pidFile: string };
type User = { uid: number; gid: number } | undefined;

async function nodeOf(
  name: string,
  { folder, etcdPort, user }: { folder: string; etcdPort: number; user: User },
): Promise<Node> {
  const [port, restPort] = await Promise.all([freePort(), freePort()]);
  const data = join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const config = join(folder, `${name}.yml`);
  const login = (username: string) => ({ username, password: 'secret' });
  // JSON is YAML.
  writeFileSync(
    config,
    JSON.stringify({
      scope: 'feepath',
      name,
      restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
      etcd3: { host: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        // The shortest that Patroni allows.
        dcs: {
          ttl: 20,
          loop_wait: 1,
          retry_timeout: 3,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: bin,
        pgpass: join(folder, `${name}.pgpass`),
        authentication: { superuser: login('postgres'), replication: login('replicator') },
        pg_hba: [
          'host all all 127.0.0.1/32 md5',
          'host replication replicator 127.0.0.1/32 md5',
          'local all all trust',
        ],
        parameters: { unix_socket_directories: folder },
      },
    }),
  );
  return { name, port, restPort, config, pidFile: join(data, 'postmaster.pid') };
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): User {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function killPostgres(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Returns whether Patroni has recorded one, after PostgreSQL replicates to it; it promotes none earlier. */
async function hasSynchronousStandby(nodes: readonly Node[]): Promise<boolean> {
  const { restPort } = await primaryOf(nodes);
  const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`);
  const { members } = (await answer.json()) as { members: { role: string; state: string }[] };
  return members.some(({ role }) => role === 'sync_standby');
}

/** @throws where there is none */
async function primaryOf(nodes: readonly Node[]): Promise<Node> {
  for (const node of nodes) {
    const answer = await fetch(`http://127.0.0.1:${node.restPort}/primary`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return node;
  }
  throw new Error('No node is the primary');
}

/** @throws where it does not come true in time */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + within; Date.now() < end;) {
    if (await isTrue().catch(() => false)) return;
    await pause(250);
  }
  throw new Error(`There was no ${what} within ${within / 1000} s`);
}
