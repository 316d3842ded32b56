/** The address of clamd. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** The address that a setting names, `unix:/PATH` or `tcp://HOST:PORT`; undefined where it names none. */
export function clamdAddressIn(text: string): ClamdAddress | undefined {
  const [, path] = /^unix:(\/.+)$/.exec(text) ?? [];
  if (path) return { path };
  const [, host, port] = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^\s:/?#@[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  if (!host || !port || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}
