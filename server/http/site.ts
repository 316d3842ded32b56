/** The server's own address as people reach it, without a slash at the end. */
export const siteOf = ({ publicUrl, port }: { publicUrl: string | undefined; port: number }): string =>
  publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`;
