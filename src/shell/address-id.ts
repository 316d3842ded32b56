/** The id of what a page is about: of a loan, an institution, a conversation. */
import { useParams } from '@tanstack/react-router';

/** Returns the `$id` of the address, decoded; '' where its route has none. */
export function useAddressId(): string {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return id;
}
