/** Circles among modules that import each other. */

/** A module's path → the paths of the modules that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the groups of modules that reach each other by their imports (strongly connected components, by Tarjan's
 * algorithm), with sorted paths and groups. A module that imports itself is a group of one.
 */
export function findCircles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const number = order.size;
    let low = number;
    order.set(path, number);
    stack.push(path);
    const imported = (graph.get(path) ?? []).filter((target) => graph.has(target));
    for (const target of imported) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === number) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1 || imported.includes(path)) circles.push(circle.sort());
    }
    return low;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return circles.sort(([a = ''], [b = '']) => a.localeCompare(b));
}
