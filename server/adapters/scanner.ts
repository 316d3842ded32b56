/** The interface of a virus scanner for documents. */

export type ScanVerdict = 'clean' | 'refused';

export interface Scanner {
  /**
   * @param signal aborts the scan
   * @throws without a valid response; the document then stays unscanned
   */
  scan(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<ScanVerdict>;
}
