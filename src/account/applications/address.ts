/** The query in the address of the list of applications. */
import { accountPath } from '../../../domain/pages/account-pages.ts';

export const sorts = ['date', 'applied_amount', 'status'] as const;
export const stages = ['in_progress', 'completed'] as const;

export interface ListQuery {
  /** The page number, starting at 1. */
  page: number;
  sort: (typeof sorts)[number];
  order: 'asc' | 'desc';
  /** Null for all. */
  stage: (typeof stages)[number] | null;
}

export const defaultQuery: ListQuery = { page: 1, sort: 'date', order: 'desc', stage: null };

const maxPage = 1000;

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text);

/** Parses the query; invalid values are left out. */
export function parseListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  return {
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : defaultQuery.page,
    sort: oneOf(sorts, params.get('sort')) ?? defaultQuery.sort,
    order: oneOf(['asc', 'desc'], params.get('order')) ?? defaultQuery.order,
    stage: oneOf(stages, params.get('stage')) ?? null,
  };
}

/** Returns the address of the list; defaults are left out. */
export function listAddress(query: ListQuery): string {
  const params = new URLSearchParams();
  for (const name of ['page', 'sort', 'order', 'stage'] as const) {
    if (query[name] !== defaultQuery[name]) params.set(name, String(query[name]));
  }
  const text = params.toString();
  return text ? `${accountPath('applications')}?${text}` : accountPath('applications');
}
