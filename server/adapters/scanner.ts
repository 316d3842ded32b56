/** What the server asks of whoever looks for harmful content in documents. */

export type ScanVerdict = 'clean' | 'refused';

export interface Scanner {
  /**
   * @param signal ends the waiting
   * @throws where no answer comes, or none that is understood: the document then waits on
   */
  scan(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<ScanVerdict>;
}
