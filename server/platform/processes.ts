/** The processes of this machine. */
import { codeOf } from './log.ts';

/** Says whether a process has the id; one that has ended and that its parent has not heard of has it still. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
