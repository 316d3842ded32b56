/** Any value as text: JSON, and a word for what JSON has no word for. */

export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, inner: unknown) => wordFor(inner), 2) ?? String(value);
  } catch {
    // It holds itself.
    return String(value);
  }
}

function wordFor(value: unknown): unknown {
  if (typeof value === 'function') return `(function ${value.name})`;
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (value instanceof Blob) return `(${value instanceof File ? value.name : 'blob'}, ${value.size} bytes)`;
  return value;
}
