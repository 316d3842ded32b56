/** Reads what the system says that a process has used of the processors. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second. */
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of the processors that all threads of a process have used since it began, as Linux counts them. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may have spaces. User and system time are the 14th and 15th fields.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (1000 * (Number(user) + Number(system))) / ticksPerSecond;
}
