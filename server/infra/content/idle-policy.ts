/**
 * Linux's scheduling policy for work that only takes processor time which nobody else wants (sched(7), SCHED_IDLE). It is set by `chrt` of
 * util-linux or BusyBox, because Node only knows nice values; without one, nothing happens.
 */
import { type ChildProcess, execFile } from 'node:child_process'

/** Begins a shell command that goes on with `exec "$0" "$@"`: where the policy can be set, it runs the same program under it. */
export const execIdly = 'chrt -i 0 true 2>/dev/null && exec chrt -i 0 "$0" "$@"; '

/** Sets the policy of all threads of a process: `-i` for idle, `-o` for the usual one. */
const setPolicy = ({ pid }: ChildProcess, policy: '-i' | '-o'): Promise<void> =>
  new Promise((resolve) => {
    if (pid === undefined || process.platform !== 'linux') return resolve()
    // A process that has ended meanwhile needs no policy.
    execFile('chrt', ['-a', policy, '-p', '0', String(pid)], () => resolve()).unref()
  })

/** Gives an idle process the usual policy after `ms`; `end` says that its work is done, and makes it idle again. */
export function hurryAfter(child: ChildProcess, ms: number): { end(): void } {
  let hurrying: Promise<void> | null = null
  const timer = setTimeout(() => {
    hurrying = setPolicy(child, '-o')
  }, ms)
  timer.unref()
  return {
    end() {
      clearTimeout(timer)
      void hurrying?.then(() => setPolicy(child, '-i'))
    },
  }
}
