import { operations, type OperationId } from '../../openapi/operations.ts';
import { apiBase } from '../../server/api/mount.ts';

/** Gives the method and the address of an operation. */
export function requestLine(
  operation: OperationId,
  path: Record<string, string | number> = {},
): { method: string; at: string } {
  const [method, template] = operations[operation];
  const at = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  return { method: method.toUpperCase(), at: apiBase + at };
}
